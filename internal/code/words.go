package code

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// Words are ours for a case: what is wrong in terms of the file, and one line on how
// to fix it.
//
// Text in braces is filled in by whoever knows the document: {field} is the field
// that the finding is about. Of several lines the first is taken of which
// everything can be filled in. Without any, the server's own words are shown with
// the place in front of them, and there is no help.
type Words struct {
	Code      finding.Code
	Say, Help string
}

// WordsOf returns our words for a case, which are empty if it has none.
func WordsOf(c finding.Code) Words {
	i, found := slices.BinarySearchFunc(words[:], c, func(w Words, c finding.Code) int {
		return strings.Compare(string(w.Code), string(c))
	})
	if !found {
		return Words{Code: c}
	}
	return words[i]
}

// words are sorted by the text of their codes.
var words = [...]Words{
	{ApprovalInvalid, approvalNeeded, approvalHelp},
	{ApprovalMissing, approvalNeeded, approvalHelp},
	{CELCost, "{expression} costs {times} its budget", ""},
	{CELCostContributes, "{expression} contributes to the cost of all rules together, which exceeds the budget of the CRD", ""},
	{CELCostTotal, "the rules together cost {times} the budget of a CRD", ""},
	{Code: CELFailed},
	{Code: CELFailedByText},
	{Code: CELNotEvaluated},
	{Code: CELFieldPathEmpty},
	{Code: CELFieldPathForm},
	{Code: CELFieldPathLines},
	{CELMessageCompile, doesNotCompile, compileHelp},
	{Code: CELMessageEmpty},
	{Code: CELMessageExpressionEmpty},
	{Code: CELMessageLines},
	{Code: CELMessageRequired},
	{Code: CELMessageResult},
	{CELOptionalOldSelfUnused, "optionalOldSelf is set, but the rule does not use oldSelf", "remove it"},
	{CELOldSelfUncorrelatable, "oldSelf is not available here: the items of the list around it can't be matched with those of the old object",
		"make the list a map (x-kubernetes-list-type: map with keys), or move the rule up to where the list stands; the server names {where}"},
	{Code: CELReasonUnknown},
	{CELRuleCompile, doesNotCompile, compileHelp},
	{Code: CELRuleRequired},
	{Code: CELRuleResult},
	{Code: CELRuleTypes},
	{Code: Configuration},
	{Code: ResourceVersionConflict},
	{Code: UIDConflict},
	{Code: ConversionCABundle},
	{Code: ConversionClientRequired},
	{Code: ConversionPreserves},
	{Code: ConversionReviewForm},
	{Code: ConversionReviewTwice},
	{ConversionReviewRequired, "a conversion webhook must say which versions of ConversionReview it understands", "write: conversionReviewVersions: [v1]"},
	{Code: ConversionReviewUnknown},
	{Code: ConversionServicePath},
	{Code: ConversionServicePort},
	{ConversionServiceRequired, "the webhook's service has no {keyword}", ""},
	{Code: ConversionStrategyRequired},
	{Code: ConversionStrategyUnknown},
	{Code: ConversionURL},
	{Code: ConversionURLOrService},
	{ConversionWebhookUnused, "a webhook is configured, but the strategy is not Webhook", "write: strategy: Webhook, or remove webhook"},
	{Code: CRDNameChanged},
	{Code: CRDNameForm},
	{CRDNameParts, "the name is not made of spec.names.plural and spec.group", crdNameHelp},
	{CRDNameRequired, "the CRD has no name", crdNameHelp},
	{Code: CRDVersion},
	{DefaultForbidden, "no default may be set here: {where}", "remove the default"},
	{Code: DefaultInvalid},
	{DefaultUnpruned, "default of {field} has a field that its schema does not declare", "take the field out of the default, or declare it"},
	{DeprecationEmpty, "", "remove it; the server then words the warning itself"},
	{DeprecationNotDeprecated, "deprecationWarning is set on a version that is not deprecated", "add: deprecated: true"},
	{Code: DeprecationTooLong},
	{Code: DeprecationUnprintable},
	{Code: DuplicateField},
	{Code: EmbeddedAdditional},
	{Code: EmbeddedEmpty},
	{Code: EmbeddedInMetadata},
	{Code: EmbeddedMetadata},
	{EmbeddedType, "", "write: type: object"},
	{Code: Encoding},
	{Code: GroupForm},
	{GroupRequired, "the CRD has no group", "add spec.group, a domain that you own, such as example.com"},
	{GroupWithoutDot, "group {value} is not a domain name", "use a domain that you own, such as {text}.example.com"},
	{ImmutableField, "{path} can't be changed once the CRD is in the cluster", "keep the old value, or create a CRD with another name and move the objects over"},
	{IntOrStringContradicted, "{quoted} contradicts x-kubernetes-int-or-string", "remove one of the two"},
	{Code: JSONSyntax},
	{Code: Limits},
	{Code: MapItemsAsList},
	{Code: MapItemsNoObjects},
	{Code: MapItemsRequired},
	{MapKeyNoScalar, "{field} is a key of the list and must be a string, a number or a boolean", ""},
	{Code: MapKeyNullable},
	{MapKeysOfOtherList, "x-kubernetes-list-map-keys is set, but the list is not of type map", "write: x-kubernetes-list-type: map"},
	{MapKeyOptional, "{key} is a key of the list {keyed}, and may be left out", "add {key} to required of the items, or give it a default"},
	{MapKeysRequired, "a list of type map names no keys", "add x-kubernetes-list-map-keys with the properties that identify an item"},
	{MapKeyTwice, "the same key is named twice", "remove one"},
	{MapKeyUndeclared, "the items of {list} have no property {item}", "every one of x-kubernetes-list-map-keys names a property of the items"},
	{Code: ListItemNoObject},
	{Code: ListItemTwice},
	{ListItemsNullable, "the items of a list of type {where} can't be nullable", "remove nullable"},
	{ListTypeNoArray, "x-kubernetes-list-type is set, but the field is not an array", "write: type: array, or remove x-kubernetes-list-type"},
	{SetItemsNotAtomic, "the items of a set must be atomic", "write {keyword}: atomic on the items, or use a list of another type"},
	{ListTypeUnknown, "there is no list type {value}", "the list types are atomic, set and map"},
	{MapTypeNoObject, "", mapTypeHelp},
	{MapTypeUnknown, "", mapTypeHelp},
	{Code: Metadata},
	{MetadataNoObject, "", "write: type: object"},
	{TypeMetaNoString, "", "write: type: string"},
	{MetadataRestricted, "the schema of metadata says more than the type, and the form of name and generateName",
		"the server knows metadata; write: metadata: {type: object}"},
	{Code: MetadataWrongType},
	{NameForm, "{value} is not a valid name", "names are lower-case letters, digits and dashes that begin with a letter, at most 63"},
	{KindForm, "{value} is not a valid kind", "a kind is letters and digits that begin with a letter, such as Widget"},
	{ListKindIsKind, "", "remove listKind; it is {kind}List unless given"},
	{NameRequired, "spec.names.{keyword} is missing", ""},
	{Code: NamespaceMismatch},
	{Code: NoCRD},
	{Code: NoSubresource},
	{Code: NotFound},
	{NullableRoot, "", "remove nullable; an object itself is never null"},
	{Code: OwnersTwice},
	{PatternSyntax, "pattern of {field} does not compile", "patterns are read by Go's RE2, which has no lookahead, lookbehind or backreference"},
	{PreserveAtTop, preserveTrue, preserveHelp},
	{PreserveFalse, "x-kubernetes-preserve-unknown-fields may only be true", "remove it; unknown fields are pruned unless it is true"},
	{PreserveWithDefaults, preserveTrue, preserveHelp},
	{Code: ColumnFormatUnknown},
	{Code: ColumnNameRequired},
	{ColumnPathForm, "jsonPath {value} does not begin with a dot", "write: jsonPath: .{bare}"},
	{ColumnPathRequired, "the column has no jsonPath", ""},
	{Code: ColumnTypeRequired},
	{ColumnTypeUnknown, "there is no column type {value}", "the types are boolean, date, integer, number, string"},
	{Code: Refused},
	{Code: StrictDecoding},
	{Code: ResourceVersionSet},
	{Code: ResourceVersionRequired},
	{RootBesideStatus, "{quoted} can't stand at the root of the schema when the status subresource is enabled",
		"the server checks status by its own schema and would lose it; move it below properties"},
	{RootTypeBesideStatus, "the type of the root must be object when the status subresource is enabled", ""},
	{Code: RulesNotChecked},
	{Code: ObjectScale},
	{ScalePathElsewhere, "", scaleHelp},
	{ScalePathForm, "", scaleHelp},
	{ScalePathRequired, "", scaleHelp},
	{Code: Value},
	{SchemaRequired, "version {version} has no schema",
		"every version needs schema.openAPIV3Schema; at least: {type: object, x-kubernetes-preserve-unknown-fields: true}"},
	{TypeNull, noNullType, "write: nullable: true, beside the type of the other values"},
	{TypeUnknown, "there is no type {value}", "{typeNull}\ndid you mean {typeNear}?\nwrite: type: {typeMeant}\nthe types are array, boolean, integer, number, object, string"},
	{ScopeRequired, "", scopeHelp},
	{ScopeUnknown, "", scopeHelp},
	{SelectableInMetadata, "fields of metadata can't be selectable", "metadata.name and metadata.namespace always are; remove it"},
	{Code: SelectablePathForm},
	{Code: SelectableRequired},
	{Code: SelectableSchemaUnreadable},
	{Code: SelectableTooMany},
	{Code: SelectableTwice},
	{Code: SelectableType},
	{SelectableUndeclared, "{value} leads to no field that the schema declares", "a selectable field is a path such as .spec.color to a string, boolean or integer"},
	{Code: SelectableWithoutSchema},
	{Code: ServerPanics},
	{SetOfObjects, "a set whose items are of type {value} is merged as a whole by server-side apply and can't be used in CEL rules", "use x-kubernetes-list-type: map with keys, or atomic"},
	{NoVersions, "the CRD has no versions", "add spec.versions with at least one version that has served: true and storage: true"},
	{StorageVersionNone, "no version is marked storage: true", "mark the one version in which objects are stored"},
	{StorageVersionSeveral, "{count} versions are marked storage: true: {where}", "leave it on one of them, and write storage: false on the others"},
	{StoredVersionGone, "version {value} is removed, but objects may still be stored in it",
		"keep it with served: false until a storage migration has taken it out of status.storedVersions"},
	{StoredVersionsLackStorage, "version {whereQuoted} is marked storage: true beside another one", ""},
	{StoredVersionsNone, "no version is marked storage: true, so no version can be stored", ""},
	{Code: Unconvertible},
	{AdditionalAtRoot, "the root of a schema can't be a map", "declare the fields under properties"},
	{AdditionalBesideProperties, "{field} has both properties and additionalProperties",
		"use properties for an object with known fields, additionalProperties for a map; fields that are not declared are pruned anyway"},
	{UndeclaredOutside, "{here} is used inside anyOf, allOf, oneOf or not, but not declared outside of them", "declare it, with its type, at {serverPath}"},
	{ItemsRequired, "list {field} has no items", "a structural schema describes the items of every list; add: items: {type: string}, with the type that they have"},
	{NestedKeyword, "{quoted} is not allowed inside anyOf, allOf, oneOf or not",
		"{branchType}\nmove it to {field} outside of anyOf, allOf, oneOf and not, which only restrict values"},
	{NestedMetadata, "metadata can't be restricted inside anyOf, allOf, oneOf or not", ""},
	{TypeRequired, `"type" is missing on {fieldOrRoot}`, "a structural schema names the type of every field; add: type: {likelyType}"},
	{RootNoObject, "the root of a schema is an object, not {value}", "write: type: object"},
	{Code: Template},
	{Code: TypeMeta},
	{Code: UnknownField},
	{UnknownFormat, "format {value} is not checked by the server", "values of any form are accepted; use a pattern if the form matters"},
	{ItemsAsList, "items of {field} is a list of schemas", "all items share one schema: write items as a mapping"},
	{UnsupportedKeyword, "{unsupported} is not supported", "{insteadOf}\nremove it"},
	{UniqueItems, "uniqueItems is not supported, since checking it takes quadratic time", "use x-kubernetes-list-type: set"},
	{Code: Untried},
	{Code: NoJSONValue},
	{Code: VersionNotServed},
	{VersionNameForm, "{value} is not a valid version name", "a version is lower-case letters and digits that begin with a letter, such as v1, v1beta1 or v2alpha1"},
	{VersionNamesTwice, "two versions have the same name", ""},
	{Code: ObjectWarning},
	{Code: WrongType},
	{Code: YAMLSyntax},
}

// Words that several cases share.
const (
	approvalNeeded = "group {group} belongs to the Kubernetes project, and its APIs need an approval annotation"
	approvalHelp   = "use a group of your own; or annotate with api-approved.kubernetes.io: the URL of the approval, or a reason that begins with unapproved"
	doesNotCompile = "{expression} does not compile: {issue} (and {moreIssues} more)\n{expression} does not compile: {issue}"
	compileHelp    = "{issueHelp}"
	crdNameHelp    = "write: name: {plural}.{groupName}\na CRD is named by spec.names.plural, a dot and spec.group, as in widgets.example.com"
	mapTypeHelp    = "x-kubernetes-map-type is granular or atomic and stands beside type: object"
	noNullType     = `there is no type "null"`
	preserveTrue   = "preserveUnknownFields: true is no longer allowed"
	preserveHelp   = "remove it, and set x-kubernetes-preserve-unknown-fields: true where unknown fields must be kept"
	scaleHelp      = "the paths look like .spec.replicas and .status.replicas"
	scopeHelp      = "write: scope: Namespaced, or: scope: Cluster"
)

// Codes lists the codes of the server's checks and of those on the way there. Where
// a check looks at values, the keyword that is broken comes behind its code.
func Codes() []finding.Code {
	codes := make([]finding.Code, len(words))
	for i := range words {
		codes[i] = words[i].Code
	}
	return codes
}
