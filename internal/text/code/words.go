package code

import "github.com/crdtool/crdtool/internal/text/finding"

// Words is our message for a case: the fault in terms of the file, and one line about the remedy.
//
// The caller fills in text in braces: {field} is the field of the finding. Of several lines, the first is used whose
// facts are all known. If there is none, the server's message is shown after the place, without help.
type Words struct{ Say, Help string }

// WordsOf returns our message for a case, which is empty if there is none.
func WordsOf(c finding.Code) Words { return words[c] }

// words is sorted by the texts of the codes.
var words = map[finding.Code]Words{
	ApprovalInvalid:           {approvalNeeded, approvalHelp},
	ApprovalMissing:           {approvalNeeded, approvalHelp},
	CELCost:                   {"{expression} costs {times} its budget", ""},
	CELCostContributes:        {"{expression} contributes to the cost of all rules together, which exceeds the budget of the CRD", ""},
	CELCostTotal:              {"the rules together cost {times} the budget of a CRD", ""},
	CELMessageCompile:         {doesNotCompile, compileHelp},
	CELOptionalOldSelfUnused:  {"optionalOldSelf is set, but the rule {oldSelfUnread}", "{oldSelfUnreadHelp}"},
	CELOldSelfUncorrelatable:  {"oldSelf is not available here: {withoutOld}", "{whereOldSelf}"},
	CELRuleCompile:            {doesNotCompile, compileHelp},
	ConversionReviewRequired:  {"the conversion webhook has no conversionReviewVersions", "write: conversionReviewVersions: [v1]"},
	ConversionServiceRequired: {"the webhook's service has no {keyword}", ""},
	ConversionWebhookUnused:   {"a webhook is configured, but the strategy is not Webhook", "write: strategy: Webhook, or remove webhook"},
	CRDNameForm:               {"{path} {value} is not a DNS subdomain", dnsHelp},
	CRDNameParts:              {"the name is not spec.names.plural, a dot and spec.group", crdNameHelp},
	CRDNameRequired:           {"the CRD has no name", crdNameHelp},
	DefaultForbidden:          {"a default is not allowed here: {where}", "remove the default"},
	DefaultUnpruned:           {"the default of {field} has a field that the schema does not declare", "remove the field from the default, or declare it"},
	DeprecationEmpty:          {"", "remove it; the server then sends a warning of its own"},
	DeprecationNotDeprecated:  {"deprecationWarning is set on a version that is not deprecated", "add: deprecated: true"},
	EmbeddedType:              {"", "write: type: object"},
	GroupForm:                 {"group {value} is not a DNS subdomain", dnsHelp},
	GroupRequired:             {"the CRD has no group", "add spec.group, a domain that you own, such as example.com"},
	GroupWithoutDot:           {"group {value} is not a domain name", "use a domain that you own, such as {text}.example.com"},
	ImmutableField:            {"{path} cannot be changed once the CRD is in the cluster", "keep the old value, or create a CRD with another name and move the objects over"},
	IntOrStringContradicted:   {"{quoted} contradicts x-kubernetes-int-or-string", "remove one of the two"},
	MapKeyNoScalar:            {"{field} is a key of the list and must be a string, a number or a boolean", ""},
	MapKeysOfOtherList:        {"x-kubernetes-list-map-keys is set, but the list is not of type map", "write: x-kubernetes-list-type: map"},
	MapKeyOptional:            {"{key} is a key of the list {keyed}, but is optional", "add {key} to required of the items, or give it a default"},
	MapKeysRequired:           {"the list is of type map, but has no x-kubernetes-list-map-keys", "add x-kubernetes-list-map-keys with the properties that identify an item"},
	MapKeyTwice:               {"x-kubernetes-list-map-keys has the same key twice", "remove one"},
	MapKeyUndeclared:          {"the items of {list} have no property {item}", "each of x-kubernetes-list-map-keys must be the name of a property of the items"},
	ListItemsNullable:         {"the items of a list of type {where} cannot be nullable", "remove nullable"},
	ListTypeNoArray:           {"x-kubernetes-list-type is set, but the field is not an array", "write: type: array, or remove x-kubernetes-list-type"},
	SetItemsNotAtomic:         {"the items of a set must be atomic", "write {keyword}: atomic on the items, or use a list of another type"},
	ListTypeUnknown:           {"unknown list type {value}", "the list types are atomic, set and map"},
	MapTypeNoObject:           {"", mapTypeHelp},
	MapTypeUnknown:            {"", mapTypeHelp},
	MetadataNoObject:          {"", "write: type: object"},
	TypeMetaNoString:          {"", "write: type: string"},
	MetadataRestricted: {"the schema of metadata has more than a type and restrictions of name and generateName",
		"the server validates metadata itself; write: metadata: {type: object}"},
	NameForm:             {"{value} is not a valid name", "a name has at most 63 lower-case letters, digits and dashes, and begins with a letter"},
	KindForm:             {"{value} is not a valid kind", "a kind has letters and digits and begins with a letter, such as Widget"},
	ListKindIsKind:       {"", "remove listKind; the default is {kind}List"},
	NameRequired:         {"spec.names.{keyword} is missing", ""},
	NullableRoot:         {"", "remove nullable; an object itself is never null"},
	PatternSyntax:        {"the pattern of {field} does not compile", "patterns are regular expressions of Go (RE2), which has no lookahead, lookbehind or backreference"},
	PreserveAtTop:        {preserveTrue, preserveHelp},
	PreserveFalse:        {"x-kubernetes-preserve-unknown-fields must be true", "remove it; unknown fields are pruned unless it is true"},
	PreserveWithDefaults: {preserveTrue, preserveHelp},
	ColumnPathForm:       {"jsonPath {value} does not begin with a dot", "write: jsonPath: .{bare}"},
	ColumnPathRequired:   {"the column has no jsonPath", ""},
	ColumnTypeUnknown:    {"unknown column type {value}", "the types are boolean, date, integer, number, string"},
	RootBesideStatus: {"{quoted} is not allowed at the root of the schema if the status subresource is enabled",
		"the server validates the status by its own schema, without the root; move it below properties"},
	RootTypeBesideStatus: {"the type of the root must be object if the status subresource is enabled", ""},
	ScalePathElsewhere:   {"", scaleHelp},
	ScalePathForm:        {"", scaleHelp},
	ScalePathRequired:    {"", scaleHelp},
	SchemaRequired: {"version {version} has no schema",
		"every version needs schema.openAPIV3Schema; at least: {type: object, x-kubernetes-preserve-unknown-fields: true}"},
	TypeNull:              {noNullType, "write: nullable: true, beside the type of the other values"},
	TypeUnknown:           {"unknown type {value}", "{typeNull}\ndid you mean {typeNear}?\nwrite: type: {typeMeant}\nthe types are array, boolean, integer, number, object, string"},
	ScopeRequired:         {"", scopeHelp},
	ScopeUnknown:          {"", scopeHelp},
	SelectableInMetadata:  {"fields of metadata cannot be selectable", "remove it; metadata.name and metadata.namespace always are selectable"},
	SelectableUndeclared:  {"the schema does not declare a field at {value}", "a selectable field is a path such as .spec.color to a string, boolean or integer"},
	SetOfObjects:          {"a set whose items are of type {value} is merged as a whole by server-side apply and cannot be used in CEL rules", "use x-kubernetes-list-type: map with keys, or atomic"},
	NoVersions:            {"the CRD has no versions", "add spec.versions with at least one version that has served: true and storage: true"},
	StorageVersionNone:    {"no version has storage: true", "set storage: true on the version in which objects are stored"},
	StorageVersionSeveral: {"{count} versions have storage: true: {where}", "keep it on one of them, and set storage: false on the others"},
	StoredVersionGone: {"version {value} is removed, but objects may still be stored in it",
		"{migrate}\nkeep it with served: false until the objects are migrated and it is removed from status.storedVersions"},
	StoredVersionsLackStorage: {"version {whereQuoted} has storage: true, but another version has it, too", ""},
	StoredVersionsNone:        {"no version has storage: true, so objects cannot be stored", ""},
	AdditionalAtRoot:          {"the root of a schema cannot be a map", "declare the fields under properties"},
	AdditionalBesideProperties: {"{field} has both properties and additionalProperties",
		"use properties for an object with known fields, additionalProperties for a map; fields that are not declared are pruned anyway"},
	UndeclaredOutside: {"{here} is used inside anyOf, allOf, oneOf or not, but not declared outside of them", "declare it, with its type, at {serverPath}"},
	ItemsRequired:     {"list {field} has no items", "a structural schema describes the items of every list; add items with their type, such as: items: {type: string}"},
	NestedKeyword: {"{quoted} is not allowed inside anyOf, allOf, oneOf or not",
		"{branchType}\nmove it to {field} outside of anyOf, allOf, oneOf and not, which only restrict values"},
	NestedMetadata: {"metadata cannot be restricted inside anyOf, allOf, oneOf or not", ""},
	TypeRequired:   {`"type" is missing on {fieldOrRoot}`, "a structural schema has a type for every field; add: type: {likelyType}"},
	RootNoObject:   {"the root of a schema must be of type object, not {value}", "write: type: object"},
	UnknownFormat: {
		"format {value} has no effect on type {found}: it is one of type {wanted}\nformat {value} is not checked by the server",
		"put it under {where}, where the type is {wanted}\nremove it, or write: type: {wanted}\nany value is accepted; use a pattern if values must be checked",
	},
	ItemsAsList:        {"items of {field} is a list of schemas", "all items share one schema: write items as a mapping"},
	UnsupportedKeyword: {"{unsupported} is not supported", "{insteadOf}\nremove it"},
	UniqueItems:        {"uniqueItems is not supported, since checking it takes quadratic time", "{uniqueHelp}"},
	VersionNameForm:    {"{value} is not a valid version name", "a version name has lower-case letters and digits and begins with a letter, such as v1, v1beta1 or v2alpha1"},
	VersionNamesTwice:  {"two versions have the same name", ""},
}

// Messages that several cases share.
const (
	approvalNeeded = "group {group} belongs to the Kubernetes project, whose APIs need an approval annotation"
	approvalHelp   = "use a group of your own; or annotate with api-approved.kubernetes.io: the URL of the approval, or a reason that begins with unapproved"
	doesNotCompile = "{expression} does not compile: {issue} (and {moreIssues} more)\n{expression} does not compile: {issue}"
	compileHelp    = "{issueHelp}"
	dnsHelp        = "write at most 253 lower-case letters, digits, - and .; each part between dots begins and ends with a letter or a digit, as in widgets.example.com"
	crdNameHelp    = "write: name: {plural}.{groupName}\na CRD is named by spec.names.plural, a dot and spec.group, as in widgets.example.com"
	mapTypeHelp    = "x-kubernetes-map-type is granular or atomic and needs type: object"
	noNullType     = `unknown type "null"`
	preserveTrue   = "preserveUnknownFields: true is no longer allowed"
	preserveHelp   = "remove it, and set x-kubernetes-preserve-unknown-fields: true where unknown fields must be kept"
	scaleHelp      = "the paths look like .spec.replicas and .status.replicas"
	scopeHelp      = "write: scope: Namespaced, or: scope: Cluster"
)
