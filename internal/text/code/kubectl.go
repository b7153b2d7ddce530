package code

import (
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Errors and warnings of kubectl itself about a custom object, before a request or after the server's answer.
const (
	KubectlLastAppliedMissing  finding.Code = "kubectl/last-applied-missing"
	KubectlLastAppliedBroken   finding.Code = "kubectl/last-applied-broken"
	KubectlIdentityChanged     finding.Code = "kubectl/identity-changed"
	KubectlBeingDeleted        finding.Code = "kubectl/being-deleted"
	KubectlMigrationAnnotation finding.Code = "kubectl/migration-annotation"
	KubectlMigrationPatch      finding.Code = "kubectl/migration-patch"
	KubectlMigrationReapply    finding.Code = "kubectl/migration-reapply"
	KubectlGenerateName        finding.Code = "kubectl/generate-name"
	KubectlNameMissing         finding.Code = "kubectl/name-missing"
	KubectlNameForm            finding.Code = "kubectl/name-form"
	KubectlNamespace           finding.Code = "kubectl/namespace"
	KubectlNoCRD               finding.Code = "kubectl/no-crd"
	KubectlSyntax              finding.Code = "kubectl/syntax"
	KubectlTypeMeta            finding.Code = "kubectl/type-meta"
	KubectlKindMissing         finding.Code = "kubectl/kind-missing"
	KubectlMetadataType        finding.Code = "kubectl/metadata-type"
	KubectlConflict            finding.Code = "kubectl/conflict"
	KubectlNoServerSide        finding.Code = "kubectl/no-server-side"
	KubectlNoObject            finding.Code = "kubectl/no-object"
	KubectlPatchType           finding.Code = "kubectl/patch-type"
	KubectlAnswer              finding.Code = "kubectl/answer"
	KubectlAnswerNoReason      finding.Code = "kubectl/answer-without-reason"
	KubectlInvalid             finding.Code = "kubectl/invalid"
	KubectlWarning             finding.Code = "kubectl/warning"
)

// Doing is the activity of kubectl during which a request was refused.
type Doing string

// The activities of kubectl.
const (
	Creating   Doing = "creating"
	Replacing  Doing = "replacing"
	Patching   Doing = "patching"
	Applying   Doing = "applying"
	Retrieving Doing = "retrieving"
	Comparing  Doing = "comparing"
)

// kubectl has the messages of kubectl 1.37. {name} is replaced by a fact, {"name"} by a quoted one.
var kubectl = map[finding.Code]string{
	KubectlLastAppliedMissing: "Warning: resource {resource}/{name} is missing the {annotation} annotation which is required by kubectl apply." +
		" kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply." +
		" The missing annotation will be patched automatically.",
	KubectlLastAppliedBroken:   "{problem}",
	KubectlIdentityChanged:     "{problem}",
	KubectlBeingDeleted:        "Warning: Detected changes to resource {name} which is currently being deleted.",
	KubectlMigrationAnnotation: "Warning: failed to migrate {annotation} for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: {problem}",
	KubectlMigrationPatch:      "Warning: server rejected managed fields migration to Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: {problem}",
	KubectlMigrationReapply:    "Warning: failed to re-apply configuration after performing Server-Side Apply migration. This is non-fatal and will be retried next time you apply. Error: {problem}",
	KubectlGenerateName:        "from {generateName}: cannot use generate name with apply",
	KubectlNameMissing:         "resource name may not be empty",
	KubectlNameForm:            `invalid resource name {"name"}: [{problem}]`,
	KubectlNamespace: `the namespace from the provided object {"namespace"} does not match the namespace {"given"}.` +
		" You must pass '--namespace={namespace}' to perform this operation.",
	KubectlNoCRD: `resource mapping not found for name: {"name"} namespace: {"namespace"} from {"source"}:` +
		` no matches for kind {"kind"} in version {"apiVersion"}` + "\nensure CRDs are installed first",
	KubectlSyntax: "error parsing {source}: {problem}",
	KubectlTypeMeta: `error validating {"source"}: error validating data: {problem};` +
		" if you choose to ignore these errors, turn validation off with --validate=false",
	KubectlKindMissing:  `unable to decode {"source"}: Object 'Kind' is missing in '{text}'`,
	KubectlMetadataType: `unable to decode {"source"}: {problem}`,
	KubectlConflict: "{message}\n" +
		"Please review the fields above--they currently have other managers. Here\n" +
		"are the ways you can resolve this warning:\n" +
		"* If you intend to manage all of these fields, please re-run the apply\n" +
		"  command with the `--force-conflicts` flag.\n" +
		"* If you do not intend to manage all of the fields, please edit your\n" +
		"  manifest to remove references to the fields that should keep their\n" +
		"  current managers.\n" +
		"* You may co-own fields by updating your manifest to match the existing\n" +
		"  value; in this case, you'll become the manager if the other manager(s)\n" +
		"  stop managing the field (remove it from their configuration).\n" +
		"See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts",
	KubectlNoServerSide:   "Server-side apply not available on the server: ({message})",
	KubectlNoObject:       "no objects passed to {verb}",
	KubectlPatchType:      "{type} is not supported by {gvk}: {message}",
	KubectlAnswer:         "Error from server ({reason}): {message}",
	KubectlAnswerNoReason: "Error from server: {message}",
	KubectlInvalid:        "{what}{causes}",
	KubectlWarning:        "Warning: {message}",
}

// doing has the texts around the message of a refusal, which is {problem}.
var doing = map[Doing]string{
	Creating:  `error when creating {"source"}: {problem}`,
	Replacing: `error when replacing {"source"}: {problem}`,
	Patching:  `error when patching {"source"}: {problem}`,
	Applying:  "error when applying patch:\n{patch}\nto:\n{object}\nfor: {\"source\"}: {problem}",
	Retrieving: "error when retrieving current configuration of:\n{object}\n" +
		`from server for: {"source"}: {problem}`,
	Comparing: "creating patch with:\noriginal:\n{original}\nmodified:\n{modified}\ncurrent:\n{current}\nfor: {problem}",
}

// Kubectl returns kubectl's message for a code, with facts.
func Kubectl(c finding.Code, facts map[string]string) string { return fillIn(kubectl[c], facts) }

// KubectlDoing returns kubectl's message for a refusal during an activity.
func KubectlDoing(d Doing, facts map[string]string) string { return fillIn(doing[d], facts) }

func fillIn(text string, facts map[string]string) string {
	pairs := make([]string, 0, 4*len(facts))
	for name, fact := range facts {
		pairs = append(pairs, "{"+name+"}", fact, `{"`+name+`"}`, strconv.Quote(fact))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
