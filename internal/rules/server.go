package rules

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/nearest"
)

// ServerTopic is the topic of the checks that are not ours: those of
// kube-apiserver, and of reading a file as kubectl does before it is sent there.
const ServerTopic Topic = "server"

// ServerRules lists the server's checks by ID, so that their IDs can be looked up
// like those of our rules. They have no functions: package crd makes the checks.
// No setting changes the verdict, so errors among them can't be switched off.
func ServerRules() []*Rule {
	list := make([]*Rule, len(serverChecks))
	for i := range serverChecks {
		c := &serverChecks[i]
		list[i] = &Rule{ID: c.id, Severity: c.severity, Profile: Server, Topic: ServerTopic, Title: c.title, Why: c.why, Fixable: c.fixable}
	}
	return list
}

// Documented lists everything that a finding may be named after: our rules, then
// the checks of comments and the server's.
func Documented() []*Rule { return slices.Concat(All(), CommentRules(), ServerRules()) }

// FindDocumented returns the rule or the server's check of an ID, or nil.
func FindDocumented(id string) *Rule {
	for _, r := range Documented() {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// Unknown says that an ID is none, and which may have been meant.
func Unknown(id string) string {
	var ids []string
	for _, r := range Documented() {
		ids = append(ids, r.ID)
	}
	if near := nearest.Name(id, ids); near != "" {
		return fmt.Sprintf("unknown rule %q; did you mean %q?", id, near)
	}
	return fmt.Sprintf("unknown rule %q; crdtool rules lists them", id)
}

type serverCheck struct {
	id         string
	severity   finding.Severity // what it is with --field-validation strict
	fixable    bool
	title, why string
}

var serverChecks = [...]serverCheck{
	{id: "api-approval", title: "a group of the Kubernetes project is used without approval",
		why: "Groups that end in `k8s.io` or `kubernetes.io` are for reviewed APIs. The server takes a CRD in them only with the annotation `api-approved.kubernetes.io`: the link to the approving pull request, or a reason that begins with `unapproved`."},
	{id: "cel-cost", title: "a CEL expression may cost more than the server allows for one",
		why: "The server estimates the highest cost of every rule and messageExpression from the bounds in the schema, and takes at most 10,000,000 units for each. Set `maxItems`, `maxLength` and `maxProperties` on what the expression goes through: the finding names bounds that fit."},
	{id: "cel-cost-total", title: "the CEL expressions of a version together may cost more than the server allows",
		why: "All expressions of one schema share a budget of 100,000,000 units. `crdtool cost` lists what each one takes of it."},
	{id: "cel-failed", title: "a default breaks a CEL rule that applies to it",
		why: "Defaults have to be valid, and that includes `x-kubernetes-validations`. Change the default or the rule."},
	{id: "cel-field-path", title: "the fieldPath of a rule leads to no field",
		why: "`fieldPath` says which field the error of a rule is shown at, below the place of the rule, as in `.spec.hosts`. The field has to be declared in the schema."},
	{id: "cel-message", title: "the message or messageExpression of a rule is unusable",
		why: "A `message` is one line and not empty; a rule that has line breaks needs one. A `messageExpression` has to compile to a string."},
	{id: "cel-old-self", title: "oldSelf is used where there is no old value to compare with",
		why: "Items of a list can be matched with those of the old object only if the list is of type map. Below other lists `oldSelf` has no value. `optionalOldSelf` is refused on a rule that does not use `oldSelf`."},
	{id: "cel-reason", fixable: true, title: "the reason of a rule is none that the server knows",
		why: "`reason` is one of `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` and `FieldValueDuplicate`."},
	{id: "cel-rule", title: "a CEL rule does not compile to true or false",
		why: "The server compiles every rule against the types of the schema around it. Only declared fields can be used, and the result has to be a boolean."},
	{id: "conversion", fixable: true, title: "spec.conversion is incomplete or contradicts itself",
		why: "The strategy is `None` or `Webhook`. A webhook needs `clientConfig` with either an https `url` or a `service`, and `conversionReviewVersions` that hold `v1` or `v1beta1`; without that strategy it may not be set."},
	{id: "crd-name", title: "metadata.name is not the plural and the group of the CRD",
		why: "The name of a CRD is `spec.names.plural`, a dot, and `spec.group`."},
	{id: "crd-version", title: "apiVersion and kind are none that the server takes for a CRD",
		why: "Since Kubernetes 1.22 CRDs are served as `apiextensions.k8s.io/v1` only. A `v1beta1` CRD has to be converted, which includes a structural schema in every version."},
	{id: "default-forbidden", fixable: true, title: "a default is set where none may be",
		why: "`apiVersion`, `kind` and `metadata` of an object come from the request and from the server itself, so that a default there, or for labels and annotations, is refused."},
	{id: "default-invalid", title: "a default does not pass the schema it stands in",
		why: "A default is checked as a value of its own, without the defaults nested below it: give it all fields that are required."},
	{id: "default-unpruned", title: "a default has a field that the schema does not declare",
		why: "Unknown fields are dropped from objects, so a default may not bring any. Declare the field or take it out of the default."},
	{id: "deprecation-warning", fixable: true, title: "deprecationWarning is unusable or stands on a version that is not deprecated",
		why: "The text is sent to clients of a version with `deprecated: true`. It has at most 256 printable characters."},
	{id: "duplicate-field", fixable: true, title: "a field is written twice in one mapping",
		why: "Only the last one counts. kubectl asks for strict validation, with which the server refuses the document; `--field-validation` chooses otherwise."},
	{id: "embedded-resource", title: "x-kubernetes-embedded-resource stands on something that can't hold a whole object",
		why: "An embedded resource has `type: object`, no `additionalProperties`, and either properties or `x-kubernetes-preserve-unknown-fields: true`. None may stand inside of metadata."},
	{id: "encoding", title: "the file is not UTF-8 text",
		why: "Kubernetes reads YAML and JSON as UTF-8. Save the file in that encoding; control characters have to be escaped."},
	{id: "group", title: "spec.group is missing or no domain name",
		why: "A group is a lower-case domain name with at least one dot, such as `example.com`."},
	{id: "immutable", title: "a field is changed that is fixed once the CRD is in the cluster",
		why: "The group and the plural can't change, nor kind and scope once the CRD is established. Another API needs another CRD, to which objects are moved."},
	{id: "int-or-string", title: "a keyword contradicts x-kubernetes-int-or-string",
		why: "A value that is an integer or a string is no object, so it can neither preserve unknown fields nor embed a resource."},
	{id: "json-syntax", title: "the file begins as JSON and does not go on as such",
		why: "What begins with a brace is read as JSON, where a comma or a quote too few ends the reading."},
	{id: "limits", title: "the file is larger or nested deeper than is read",
		why: "Documents are read up to 1,000 levels deep, and files up to a number of values and documents that no server would take. Split the file."},
	{id: "list-map-keys", fixable: true, title: "the keys of a list of type map don't identify its items",
		why: "`x-kubernetes-list-map-keys` names properties of the items. Each is a string, a number or a boolean, is required or has a default, and is not nullable. A list of type map needs keys, and no other list has them."},
	{id: "list-type", fixable: true, title: "x-kubernetes-list-type does not fit the list",
		why: "The type is `atomic`, `set` or `map`, on `type: array` only. The items of a set and of a map can't be nullable, and those of a set have to be atomic themselves."},
	{id: "map-type", fixable: true, title: "x-kubernetes-map-type does not fit the map",
		why: "The type is `granular` or `atomic`, on `type: object` only."},
	{id: "metadata", fixable: true, title: "the metadata of the CRD is invalid",
		why: "Names, labels, annotations, finalizers and owner references of a CRD follow the rules for every object. A `resourceVersion` belongs to the server: a CRD that has one is not created."},
	{id: "metadata-schema", title: "the schema of apiVersion, kind or metadata is not the server's",
		why: "`apiVersion` and `kind` are strings. `metadata` is an object of which a schema may restrict only `name` and `generateName`; the rest belongs to the server."},
	{id: "names", fixable: true, title: "a name in spec.names is missing or malformed",
		why: "`plural`, `singular`, short names and categories are lower-case labels of at most 63 characters, `kind` and `listKind` the same in mixed case; `kind` and `listKind` differ."},
	{id: "nullable-root", fixable: true, title: "the root of the schema is nullable",
		why: "An object is never null. Remove `nullable` there."},
	{id: "owner-references", severity: finding.Warning, title: "an owner is named twice in metadata.ownerReferences",
		why: "The server keeps one of the two and warns."},
	{id: "pattern-syntax", title: "a pattern does not compile",
		why: "Patterns are regular expressions of Go (RE2): there is no look-around and there are no back-references."},
	{id: "preserve-unknown-fields", fixable: true, title: "unknown fields are kept in a way that is no longer allowed",
		why: "`spec.preserveUnknownFields: true` is of the old v1beta1. Set `x-kubernetes-preserve-unknown-fields: true` in the schema where unknown fields are to stay; it can't be false, only absent."},
	{id: "printer-column", fixable: true, title: "an additional printer column is incomplete or malformed",
		why: "A column has a name, one of the types `integer`, `number`, `string`, `boolean` and `date`, and a simple `jsonPath` that begins with a dot."},
	{id: "root-beside-status", title: "a keyword stands at the root of a schema that has a status subresource",
		why: "With a status subresource the server takes apart the root of the schema, for which it knows only some keywords. Move the others into `spec`."},
	{id: "scale", fixable: true, title: "a path of the scale subresource is malformed or leads elsewhere",
		why: "`specReplicasPath` is a simple path below `.spec`, `statusReplicasPath` one below `.status`, `labelSelectorPath` below either."},
	{id: "schema-required", title: "a version has no schema",
		why: "Every version has `schema.openAPIV3Schema`. The least is `type: object` with `x-kubernetes-preserve-unknown-fields: true`."},
	{id: "schema-type", fixable: true, title: "a type is none that schemas have",
		why: "The types are `object`, `array`, `string`, `integer`, `number` and `boolean`. For null there is `nullable: true`."},
	{id: "scope", fixable: true, title: "spec.scope is neither Namespaced nor Cluster",
		why: "The scope is written exactly so, with a capital letter."},
	{id: "selectable-field", fixable: true, title: "a selectable field can't be selected by",
		why: "At most eight fields of a version, each of type string, boolean or integer, outside of metadata and of lists, and each once, can be used in field selectors."},
	{id: "server-panic", title: "the server breaks off while it checks the CRD",
		why: "kube-apiserver panics on this combination and closes the connection without an answer. It is a bug of the server; the finding names what to change."},
	{id: "set-of-objects", severity: finding.Warning, title: "a set has items that are objects or lists",
		why: "Sets are meant for scalars: server-side apply replaces such an item as a whole. A list of type map does better."},
	{id: "storage-version", title: "not exactly one version is the storage version",
		why: "Objects are stored in one version: the one with `storage: true`."},
	{id: "stored-versions", title: "a version is gone in which objects may still be stored",
		why: "As long as `status.storedVersions` names a version, `spec.versions` has to have it. Migrate the stored objects first, then take the version out of the status."},
	{id: "structural", title: "the schema can't be read as a structural schema",
		why: "A structural schema describes each value in one place. The server refuses schemas with keywords that it can't express so."},
	{id: "structural-additional-properties", title: "additionalProperties stands at the root or beside properties",
		why: "An object either has named fields or is a map; the object itself, at the root, has named fields."},
	{id: "structural-complete", title: "a field is used in a junctor and declared nowhere else",
		why: "`anyOf`, `allOf`, `oneOf` and `not` only restrict fields. Each has to be declared outside of them with its type."},
	{id: "structural-items", title: "a list has no items",
		why: "A list says what its items are: add `items` with a type."},
	{id: "structural-junctor", title: "a keyword stands inside of a junctor that belongs outside",
		why: "Types, defaults, descriptions, `nullable` and the like are set outside of `anyOf`, `allOf`, `oneOf` and `not`, where only restrictions may stand."},
	{id: "structural-type", title: "a field has no type",
		why: "A structural schema names the type of every field, unless it is `x-kubernetes-int-or-string` or preserves unknown fields. The root is an object."},
	{id: "template", severity: finding.Info, title: "the document is a template and was not checked",
		why: "What has `{{` where YAML can't is text for Helm or another program. Render it first: `helm template CHART | crdtool lint -`."},
	{id: "unknown-field", fixable: true, title: "a field is not known to the server",
		why: "It would be dropped. kubectl asks for strict validation, with which the server refuses the document; `--field-validation` chooses otherwise."},
	{id: "unknown-format", severity: finding.Warning, title: "a format is not checked by the server",
		why: "The server knows a list of formats and accepts any value for the others, with a warning. Use a pattern to have it checked."},
	{id: "unsupported-keyword", title: "a keyword of JSON Schema is used that CRDs do without",
		why: "`$ref`, `definitions`, `patternProperties`, `dependencies`, `additionalItems`, `id`, `items` as a list and `uniqueItems: true` are refused. For unique items there is `x-kubernetes-list-type: set`."},
	{id: "value", title: "a value can't be written as JSON",
		why: "kubectl turns YAML into JSON, which has strings as keys and no infinity. Put quotes around it, or write another value."},
	{id: "version-name", title: "the name of a version is no DNS label",
		why: "A version name has lower-case letters, digits and dashes and begins with a letter, at most 63 characters, such as `v1beta1`."},
	{id: "version-names-unique", title: "two versions have the same name",
		why: "Objects name their version, so each is there once."},
	{id: "wrong-type", fixable: true, title: "a value is of another type than its field",
		why: "The server can't decode the document, whatever `--field-validation` says. The finding says what was found and what is wanted."},
	{id: "yaml-syntax", title: "the file is no YAML",
		why: "The document that holds the mistake is not checked; the others of the file are."},
}
