package kube

// Row is one difference between two minor versions of Kubernetes.
type Row struct {
	// ID names the row; the cases that show it are in testdata/kube under this name.
	ID string
	// Since is the first minor version of Kubernetes 1 that does so.
	Since int
	// About says what it does from then on, and what it did before.
	About string
	// Source is where in Kubernetes it is decided.
	Source string

	set func(*Behaviour)
}

// rows are all differences, by what they are about and then by version. The zero
// Behaviour is that of a server before all of them, and a row sets what it changes.
var rows = [...]Row{
	// Fields of CustomResourceDefinitions. A server does not know the fields of its
	// successors, and drops fields of gates that are off unless the stored CRD uses them.
	{ID: "message-expression", Since: 27, set: func(b *Behaviour) { b.Fields.MessageExpression = Used },
		About:  "rules have messageExpression; before, it was an unknown field",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go"},
	{ID: "reason-and-field-path", Since: 28, set: func(b *Behaviour) { b.Fields.ReasonAndFieldPath = Used },
		About:  "rules have reason and fieldPath; before, they were unknown fields",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go"},
	{ID: "optional-old-self-dropped", Since: 29, set: func(b *Behaviour) { b.Fields.OptionalOldSelf = Dropped },
		About:  "optionalOldSelf is a field that is dropped, as CRDValidationRatcheting is off; before, it was unknown",
		Source: "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go, dropDisabledFields"},
	{ID: "optional-old-self", Since: 30, set: func(b *Behaviour) { b.Fields.OptionalOldSelf = Used },
		About:  "optionalOldSelf is used, as CRDValidationRatcheting is on",
		Source: "apiextensions-apiserver/pkg/features/kube_features.go"},
	{ID: "selectable-fields-dropped", Since: 30, set: func(b *Behaviour) { b.Fields.SelectableFields = Dropped },
		About:  "selectableFields is a field that is dropped, as CustomResourceFieldSelectors is off; before, it was unknown",
		Source: "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go, dropDisabledFields"},
	{ID: "selectable-fields", Since: 31, set: func(b *Behaviour) { b.Fields.SelectableFields = Used },
		About:  "selectableFields is used, as CustomResourceFieldSelectors is on",
		Source: "apiextensions-apiserver/pkg/features/kube_features.go"},
	{ID: "observed-generation", Since: 35, set: func(b *Behaviour) { b.Fields.ObservedGeneration = Dropped },
		About:  "status.observedGeneration, also of conditions, is a field that is dropped; before, it was unknown",
		Source: "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go"},
	{ID: "observed-generation-used", Since: 36, set: func(b *Behaviour) { b.Fields.ObservedGeneration = Used },
		About:  "status.observedGeneration is used, as CRDObservedGenerationTracking is on",
		Source: "apiextensions-apiserver/pkg/features/kube_features.go"},

	// Checks of CustomResourceDefinitions.
	{ID: "multiple-of-zero", Since: 27, set: func(b *Behaviour) { b.Checks.MultipleOfPositive = true },
		About:  "multipleOf: 0 is refused; before, only what is below 0 was",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "enum-blocks-rules", Since: 29, set: func(b *Behaviour) { b.Checks.EnumBlocksRules = true },
		About:  "the rules are not run on an object of which a value is none of its enum; before, they were",
		Source: "apiextensions-apiserver/pkg/registry/customresource/strategy.go, hasBlockingErr"},
	{ID: "defaults-without-old-self", Since: 29, set: func(b *Behaviour) { b.Checks.RulesOfDefaults = true },
		About:  "defaults are checked by rules with optionalOldSelf, too",
		Source: "apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go"},
	{ID: "ca-bundle", Since: 31, set: func(b *Behaviour) { b.Checks.CABundle = true },
		About:  "the caBundle of a conversion webhook is checked on updates of what was established with a good one",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "selectable-fields-ratchet", Since: 35, set: func(b *Behaviour) { b.Checks.TooManySelectableFieldsStay = true },
		About:  "more than eight selectableFields may stay if they don't change",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "owner-references", Since: 37, set: func(b *Behaviour) { b.Checks.OwnerReferencesByIndex = true },
		About:  "errors of ownerReferences name their index, and an empty field is required; before, invalid",
		Source: "apimachinery/pkg/api/validation/objectmeta.go"},
	{ID: "negative-generation", Since: 37, set: func(b *Behaviour) { b.Checks.GenerationOnUpdate = true },
		About:  "a negative generation is refused on updates, too",
		Source: "apimachinery/pkg/api/validation/objectmeta.go"},
	{ID: "stored-rules", Since: 28, set: func(b *Behaviour) { b.CEL.StoredMessagesByRule = true },
		About:  "expressions that stood in the CRD before may use all that this server knows; message expressions are looked up by the text of rules",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "stored-messages", Since: 31, set: func(b *Behaviour) { b.CEL.StoredMessagesByRule = false },
		About:  "message expressions that stood in the CRD before are looked up by their own text",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "cost-of-unchanged-schemas", Since: 29, set: func(b *Behaviour) { b.Checks.CostOfUnchangedSchemas = true },
		About:  "the limit of an expression does not count on updates for versions whose schema did not change",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},

	// The server's words.
	{ID: "host-must-be-specified", Since: 26, set: func(b *Behaviour) { b.Words.HostSpecified = true },
		About:  "a webhook's URL without a host: \"host must be specified\"; before, \"provided\"",
		Source: "apiserver/pkg/util/webhook/validation.go"},
	{ID: "owner-controllers", Since: 26, set: func(b *Behaviour) { b.Words.OwnersByKind = true },
		About:  "two controllers among ownerReferences are named by kind and name",
		Source: "apimachinery/pkg/api/validation/objectmeta.go"},
	{ID: "dots-in-labels", Since: 27, set: func(b *Behaviour) { b.Words.LabelsWithoutDots = true },
		About:  "what must be a DNS label and has a dot is told so",
		Source: "apimachinery/pkg/util/validation/validation.go"},
	{ID: "rules-without-type", Since: 28, set: func(b *Behaviour) { b.Words.DeclType = true },
		About:  "rules on a schema that CEL has no type for: \"failed to convert to declType\"",
		Source: "apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go"},
	{ID: "bytes", Since: 32, set: func(b *Behaviour) { b.Words.MoreThanBytes = true },
		About:  "what is too long \"may not be more than N bytes\"",
		Source: "apimachinery/pkg/util/validation/field/errors.go"},
	{ID: "stored-versions", Since: 33, set: func(b *Behaviour) { b.Words.WasStorageVersion = true },
		About:  "a stored version that is missing: \"missing from spec.versions; ...\"; before, \"must appear in spec.versions\"",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "values-as-json", Since: 34, set: func(b *Behaviour) { b.Words.ValuesAsJSON = true },
		About:  "bad values are printed as JSON, and one byte or item is singular; before, in Go's syntax",
		Source: "apimachinery/pkg/util/validation/field/errors.go"},
	{ID: "short-details", Since: 34, set: func(b *Behaviour) { b.Words.Short = true },
		About:  "details don't repeat the field that the path names",
		Source: "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go"},
	{ID: "label-keys", Since: 35, set: func(b *Behaviour) { b.Words.LabelKey = true },
		About:  "a bad label key: \"a valid label key must\"; before, \"a qualified name must\"",
		Source: "apimachinery/pkg/util/validation/validation.go"},

	// Custom objects.
	{ID: "status-lists", Since: 26, set: func(b *Behaviour) { b.Objects.StatusLists = true },
		About:  "updates of status check lists for repeated items",
		Source: "apiextensions-apiserver/pkg/registry/customresource/status_strategy.go"},
	{ID: "status-alone", Since: 28, set: func(b *Behaviour) { b.Objects.StatusAlone = true },
		About:  "updates of status check status alone, and name it by paths that begin below it",
		Source: "apiextensions-apiserver/pkg/registry/customresource/validator.go"},
	{ID: "status-paths", Since: 31, set: func(b *Behaviour) { b.Objects.StatusPaths = true },
		About:  "errors of updates of status name it from the object's root",
		Source: "apiextensions-apiserver/pkg/registry/customresource/validator.go"},
	{ID: "properties-go-on", Since: 28, set: func(b *Behaviour) { b.Objects.PropertiesGoOn = true },
		About:  "too few or too many properties don't end the validation of an object",
		Source: "kube-openapi/pkg/validation/validate/object_validator.go"},
	{ID: "field-paths-add-up", Since: 30, set: func(b *Behaviour) { b.Objects.FieldPathsAlone = true },
		About:  "each rule's fieldPath stands for itself; in 1.28 and 1.29 those of several failing rules added up",
		Source: "apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go"},
	{ID: "rule-values", Since: 35, set: func(b *Behaviour) { b.Objects.RuleValues = true },
		About:  "a failing rule prints the value if it is a scalar, and else none; before, the name of its type",
		Source: "apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go"},
	{ID: "ratcheting", Since: 30, set: func(b *Behaviour) { b.Objects.Ratcheting = true },
		About:  "what is invalid and did not change is let pass, as CRDValidationRatcheting is on",
		Source: "apiextensions-apiserver/pkg/features/kube_features.go"},
	{ID: "ratcheting-status", Since: 33, set: func(b *Behaviour) { b.Objects.RatchetingStatus = true },
		About:  "ratcheting holds for updates of status, too",
		Source: "apiextensions-apiserver/pkg/registry/customresource/status_strategy.go"},
	{ID: "terminating", Since: 34, set: func(b *Behaviour) { b.Objects.TerminatingForbids = true },
		About:  "objects of a CRD that is being deleted: 403; before, 405",
		Source: "apiextensions-apiserver/pkg/apiserver/customresource_handler.go"},
	{ID: "finalizer-warning", Since: 29, set: func(b *Behaviour) { b.Objects.FinalizerWarning = true },
		About:  "new finalizers without a domain are warned about",
		Source: "apiextensions-apiserver/pkg/registry/customresource/strategy.go"},
	{ID: "finalizer-path-warning", Since: 32, set: func(b *Behaviour) { b.Objects.FinalizerPathWarning = true },
		About:  "the warning asks for a path where a finalizer has a dot",
		Source: "apiextensions-apiserver/pkg/registry/customresource/strategy.go"},

	// Formats.
	{ID: "formats-by-version", Since: 35, set: func(b *Behaviour) { b.Formats.ShortAndLongNames = true },
		About:  "k8s-short-name and k8s-long-name are known; formats are those of the version before, as new rules are",
		Source: "apiextensions-apiserver/pkg/apiserver/validation/formats.go"},
	{ID: "format-warning", Since: 34, set: func(b *Behaviour) { b.Formats.Warning = true },
		About:  "unknown formats are warned about",
		Source: "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go"},
	{ID: "formats-by-type", Since: 36, set: func(b *Behaviour) { b.Formats.ByType = true },
		About:  "formats are those of their type: int32 and int64, float and double are enforced",
		Source: "apiextensions-apiserver/pkg/apiserver/validation/formats.go"},
	{ID: "set-warning", Since: 37, set: func(b *Behaviour) { b.Checks.SetWarning = true },
		About:  "lists of type set of objects or lists are warned about",
		Source: "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go"},

	// CEL.
	{ID: "cel-versions", Since: 28, set: func(b *Behaviour) { b.CEL.New-- },
		About:  "new rules get the environment of the version before, stored ones all there is; before, there was one",
		Source: "apiserver/pkg/cel/environment/base.go"},
	{ID: "objects-without-properties", Since: 29, set: func(b *Behaviour) { b.CEL.EmptyObjects = true },
		About:  "objects without properties have a type in CEL",
		Source: "apiserver/pkg/cel/common/schemas.go"},
}
