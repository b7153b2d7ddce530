// Package code lists the codes of findings. For each code it has the check with its documentation, and the message.
//
// A finding.Code is a check and a case of it, as in "names/required". Checks lists the checks: parsing the file, and
// kube-apiserver's checks of CRDs and of custom objects. A lint rule is a check with one case, and has its own
// documentation.
//
// The server's message for a case differs between Kubernetes versions, its code does not. No other package
// parses messages.
package code

import "github.com/crdtool/crdtool/internal/text/finding"

// Parsing a file.
const (
	YAMLSyntax     finding.Code = "yaml-syntax"
	JSONSyntax     finding.Code = "json-syntax"
	NoJSONValue    finding.Code = "value"
	Template       finding.Code = "template"
	Encoding       finding.Code = "encoding"
	Limits         finding.Code = "limits"
	Configuration  finding.Code = "configuration"
	UnknownField   finding.Code = "unknown-field"
	DuplicateField finding.Code = "duplicate-field"
	WrongType      finding.Code = "wrong-type"
	XRD            finding.Code = "xrd"
	XRDDropped     finding.Code = "xrd/dropped"
)

// The request and the metadata of a CRD.
const (
	CRDVersion         finding.Code = "crd-version"
	CRDNameRequired    finding.Code = "crd-name/required"
	CRDNameForm        finding.Code = "crd-name/form"
	CRDNameParts       finding.Code = "crd-name/plural-and-group"
	CRDNameChanged     finding.Code = "crd-name/changed"
	Metadata           finding.Code = "metadata"
	OwnersTwice        finding.Code = "owner-references"
	ApprovalMissing    finding.Code = "api-approval/missing"
	ApprovalInvalid    finding.Code = "api-approval/invalid"
	ImmutableField     finding.Code = "immutable"
	ServerPanics       finding.Code = "server-panic"
	ResourceVersionSet finding.Code = "resource-version/on-create"
)

// Names, group and scope.
const (
	GroupRequired   finding.Code = "group/required"
	GroupForm       finding.Code = "group/form"
	GroupWithoutDot finding.Code = "group/without-dot"
	ScopeRequired   finding.Code = "scope/required"
	ScopeUnknown    finding.Code = "scope/unknown"
	NameRequired    finding.Code = "names/required"
	NameForm        finding.Code = "names/form"
	KindForm        finding.Code = "names/kind-form"
	ListKindIsKind  finding.Code = "names/list-kind-is-kind"
)

// Versions.
const (
	VersionNameForm            finding.Code = "version-name"
	VersionNamesTwice          finding.Code = "version-names-unique"
	NoVersions                 finding.Code = "storage-version/no-versions"
	StorageVersionNone         finding.Code = "storage-version/none"
	StorageVersionSeveral      finding.Code = "storage-version/several"
	StoredVersionsNone         finding.Code = "stored-versions/none"
	StoredVersionsLackStorage  finding.Code = "stored-versions/lack-storage"
	StoredVersionGone          finding.Code = "stored-versions/gone"
	SchemaRequired             finding.Code = "schema-required"
	DeprecationNotDeprecated   finding.Code = "deprecation-warning/not-deprecated"
	DeprecationTooLong         finding.Code = "deprecation-warning/too-long"
	DeprecationEmpty           finding.Code = "deprecation-warning/empty"
	DeprecationUnprintable     finding.Code = "deprecation-warning/unprintable"
	PreserveAtTop              finding.Code = "preserve-unknown-fields/at-top"
	PreserveWithDefaults       finding.Code = "preserve-unknown-fields/with-defaults"
	PreserveFalse              finding.Code = "preserve-unknown-fields/false"
	ColumnNameRequired         finding.Code = "printer-column/name-required"
	ColumnTypeRequired         finding.Code = "printer-column/type-required"
	ColumnTypeUnknown          finding.Code = "printer-column/type-unknown"
	ColumnFormatUnknown        finding.Code = "printer-column/format-unknown"
	ColumnPathRequired         finding.Code = "printer-column/path-required"
	ColumnPathForm             finding.Code = "printer-column/path-form"
	ScalePathRequired          finding.Code = "scale/path-required"
	ScalePathForm              finding.Code = "scale/path-form"
	ScalePathElsewhere         finding.Code = "scale/path-elsewhere"
	SelectableWithoutSchema    finding.Code = "selectable-field/without-schema"
	SelectableSchemaUnreadable finding.Code = "selectable-field/schema-unreadable"
	SelectableTooMany          finding.Code = "selectable-field/too-many"
	SelectableRequired         finding.Code = "selectable-field/required"
	SelectablePathForm         finding.Code = "selectable-field/path-form"
	SelectableUndeclared       finding.Code = "selectable-field/undeclared"
	SelectableInMetadata       finding.Code = "selectable-field/in-metadata"
	SelectableType             finding.Code = "selectable-field/type"
	SelectableTwice            finding.Code = "selectable-field/twice"
)

// Conversion.
const (
	ConversionPreserves        finding.Code = "conversion/preserves-unknown-fields"
	ConversionStrategyRequired finding.Code = "conversion/strategy-required"
	ConversionStrategyUnknown  finding.Code = "conversion/strategy-unknown"
	ConversionWebhookUnused    finding.Code = "conversion/webhook-unused"
	ConversionClientRequired   finding.Code = "conversion/client-required"
	ConversionURLOrService     finding.Code = "conversion/url-or-service"
	ConversionCABundle         finding.Code = "conversion/ca-bundle"
	ConversionURL              finding.Code = "conversion/url"
	ConversionServiceRequired  finding.Code = "conversion/service-required"
	ConversionServicePort      finding.Code = "conversion/service-port"
	ConversionServicePath      finding.Code = "conversion/service-path"
	ConversionReviewRequired   finding.Code = "conversion/review-versions-required"
	ConversionReviewTwice      finding.Code = "conversion/review-version-twice"
	ConversionReviewForm       finding.Code = "conversion/review-version-form"
	ConversionReviewUnknown    finding.Code = "conversion/review-versions-unknown"
)

// The structure of schemas.
const (
	Unconvertible              finding.Code = "structural"
	TypeRequired               finding.Code = "structural-type/required"
	RootNoObject               finding.Code = "structural-type/root-no-object"
	ItemsRequired              finding.Code = "structural-items"
	NestedKeyword              finding.Code = "structural-nested/keyword"
	NestedMetadata             finding.Code = "structural-nested/metadata"
	UndeclaredOutside          finding.Code = "structural-complete"
	AdditionalBesideProperties finding.Code = "structural-additional-properties/beside-properties"
	AdditionalAtRoot           finding.Code = "structural-additional-properties/at-root"
	PatternSyntax              finding.Code = "pattern-syntax"
	EmbeddedInMetadata         finding.Code = "embedded-resource/in-metadata"
	EmbeddedType               finding.Code = "embedded-resource/type"
	EmbeddedAdditional         finding.Code = "embedded-resource/additional-properties"
	EmbeddedEmpty              finding.Code = "embedded-resource/empty"
	IntOrStringContradicted    finding.Code = "int-or-string"
	TypeMetaNoString           finding.Code = "metadata-schema/no-string"
	MetadataNoObject           finding.Code = "metadata-schema/no-object"
	MetadataRestricted         finding.Code = "metadata-schema/restricted"
)

// The keywords of schemas.
const (
	TypeUnknown          finding.Code = "schema-type/unknown"
	TypeNull             finding.Code = "schema-type/null"
	UnsupportedKeyword   finding.Code = "unsupported-keyword/keyword"
	ItemsAsList          finding.Code = "unsupported-keyword/items-as-list"
	UniqueItems          finding.Code = "unsupported-keyword/unique-items"
	DefaultForbidden     finding.Code = "default-forbidden"
	DefaultUnpruned      finding.Code = "default-unpruned"
	DefaultInvalid       finding.Code = "default-invalid"
	NullableRoot         finding.Code = "nullable-root"
	RootTypeBesideStatus finding.Code = "root-beside-status/type"
	RootBesideStatus     finding.Code = "root-beside-status/keyword"
	UnknownFormat        finding.Code = "unknown-format"
	SetOfObjects         finding.Code = "set-of-objects"
	MapTypeNoObject      finding.Code = "map-type/no-object"
	MapTypeUnknown       finding.Code = "map-type/unknown"
	ListTypeNoArray      finding.Code = "list-type/no-array"
	ListTypeUnknown      finding.Code = "list-type/unknown"
	SetItemsNotAtomic    finding.Code = "list-type/set-items-not-atomic"
	ListItemsNullable    finding.Code = "list-type/items-nullable"
	MapKeysOfOtherList   finding.Code = "list-map-keys/of-other-list"
	MapKeysRequired      finding.Code = "list-map-keys/required"
	MapItemsRequired     finding.Code = "list-map-keys/items-required"
	MapItemsAsList       finding.Code = "list-map-keys/items-as-list"
	MapItemsNoObjects    finding.Code = "list-map-keys/items-no-objects"
	MapKeyUndeclared     finding.Code = "list-map-keys/undeclared"
	MapKeyNoScalar       finding.Code = "list-map-keys/no-scalar"
	MapKeyTwice          finding.Code = "list-map-keys/twice"
	MapKeyOptional       finding.Code = "list-map-keys/optional"
	MapKeyNullable       finding.Code = "list-map-keys/nullable"
)

// Conversion, of CRDs to v1 and of objects to other versions.
const (
	BetaVersionElsewhere finding.Code = "v1beta1/version-elsewhere"
	BetaTwice            finding.Code = "v1beta1/twice"
	LostInVersion        finding.Code = "lost-in-version"
	NotConverted         finding.Code = "not-converted/object"
	NotConvertedText     finding.Code = "not-converted/text"
	WrittenAnew          finding.Code = "written-anew"
)

// CEL in schemas.
const (
	CELRuleRequired           finding.Code = "cel-rule/required"
	CELRuleCompile            finding.Code = "cel-rule/compile"
	CELRuleResult             finding.Code = "cel-rule/result"
	CELRuleTypes              finding.Code = "cel-rule/types"
	CELMessageEmpty           finding.Code = "cel-message/empty"
	CELMessageLines           finding.Code = "cel-message/lines"
	CELMessageRequired        finding.Code = "cel-message/required"
	CELMessageExpressionEmpty finding.Code = "cel-message/expression-empty"
	CELMessageCompile         finding.Code = "cel-message/compile"
	CELMessageResult          finding.Code = "cel-message/result"
	CELReasonUnknown          finding.Code = "cel-reason"
	CELFieldPathEmpty         finding.Code = "cel-field-path/empty"
	CELFieldPathLines         finding.Code = "cel-field-path/lines"
	CELFieldPathForm          finding.Code = "cel-field-path/form"
	CELOldSelfUncorrelatable  finding.Code = "cel-old-self/uncorrelatable"
	CELOptionalOldSelfUnused  finding.Code = "cel-old-self/optional-unused"
	CELCost                   finding.Code = "cel-cost"
	CELCostContributes        finding.Code = "cel-cost-total/contributes"
	CELCostTotal              finding.Code = "cel-cost-total/exceeded"
)

// The base codes of invalid values: defaults (DefaultInvalid) and objects (Value). Each has a case for every keyword
// that a value may violate, as in "schema/maxLength"; see finding.Code.Case.
const (
	Value finding.Code = "schema"
)

// Custom objects.
const (
	TypeMeta                finding.Code = "type-meta"
	ObjectScale             finding.Code = "scale-value"
	EmbeddedMetadata        finding.Code = "embedded-resource/metadata"
	ListItemTwice           finding.Code = "list-type/item-twice"
	ListItemNoObject        finding.Code = "list-type/item-no-object"
	CELFailed               finding.Code = "cel-failed"
	CELFailedByText         finding.Code = "cel-failed/by-text"
	CELNotEvaluated         finding.Code = "cel-failed/not-evaluated"
	CELStopped              finding.Code = "cel-failed/stopped"
	RulesNotChecked         finding.Code = "rules-not-checked"
	NotChecked              finding.Code = "not-checked"
	ResourceVersionRequired finding.Code = "resource-version/required"
	ResourceVersionConflict finding.Code = "conflict/resource-version"
	AlreadyExists           finding.Code = "conflict/exists"
	ApplyConflict           finding.Code = "conflict/field-manager"
	UIDConflict             finding.Code = "conflict/uid"
	NamespaceMismatch       finding.Code = "namespace"
	NotFound                finding.Code = "not-found"
	NoSubresource           finding.Code = "no-subresource"
	VersionNotServed        finding.Code = "version"
	MetadataWrongType       finding.Code = "metadata/type"
	StrictDecoding          finding.Code = "refused/strict-decoding"
	Refused                 finding.Code = "refused"
	RequestTooLarge         finding.Code = "refused/too-large"
	NoCRD                   finding.Code = "no-crd"
	NoCRDSimilar            finding.Code = "no-crd/similar"
	NotServed               finding.Code = "not-served"
	Untried                 finding.Code = "untried"
	TestFailed              finding.Code = "test-failed"
	MarkerIgnored           finding.Code = "marker-ignored"
	MarkerInvalid           finding.Code = "marker-invalid"
	MutantUnnoticed         finding.Code = "mutant-unnoticed"
	ObjectTwice             finding.Code = "object-twice"
	ObjectWarning           finding.Code = "warning"
)
