package upgrade

// A Kind is a kind of change.
type Kind struct {
	// ID is the name of the kind; it is the same in all releases. A lint rule about the same thing has the same name.
	ID    string
	Class Class
	// Breaks says that the change breaks the promise of a version.
	Breaks bool
	// Title describes the kind, for documentation.
	Title string
	// Effect says what follows from the change, and Help what to do instead; both may be "".
	Effect, Help string
}

// Kinds returns all kinds, by class.
func Kinds() []*Kind {
	return []*Kind{
		&installRefused, &tooLargeToApply, &namesNotAccepted, &versionMayBeStored,
		&crdRemoved, &typeChanged, &boundsTightened, &enumNarrowed, &requiredAdded, &nullableRemoved, &branchesChanged, &ruleAdded,
		&ruleChanged, &fieldRemoved, &unknownFieldsPruned, &unknownFieldsChecked, &itemsChanged, &resourceChanged, &defaultRemoved, &defaultClashes, &nullClashes, &scaleChecked,
		&storageLoses, &notCompared, &storageVersionChanged, &conversionChanged,
		&versionRemoved, &defaultAdded, &defaultChanged, &listTypeChanged, &subresourceChanged, &scalePathChanged,
		&enumWidened, &typeWidened, &nullableAdded, &requiredRemoved, &unknownFieldsKept, &fieldWithDefault, &namesChanged,
		&shortNameRemoved, &categoryRemoved, &selectableFieldRemoved, &columnsChanged, &versionDeprecated, &reasonChanged,
		&crdAdded, &versionAdded, &fieldAdded, &boundsRelaxed, &branchesRelaxed, &ruleRelaxed, &ruleOnNew, &nameAdded, &subresourceAdded,
		&selectableFieldAdded, &columnsAdded, &equivalent,
		&descriptionChanged, &messageChanged, &metadataChanged, &schemaChanged,
	}
}

// KindOf returns the kind of an ID, or nil.
func KindOf(id string) *Kind {
	for _, k := range Kinds() {
		if k.ID == id {
			return k
		}
	}
	return nil
}

var (
	installRefused = Kind{ID: "install-refused", Class: Install, Breaks: true, Title: "the server refuses the update of the CRD"}

	tooLargeToApply = Kind{ID: "too-large-to-apply", Class: Install, Breaks: true, Title: "the CRD has become too large for kubectl apply",
		Effect: "kubectl apply writes the whole document into an annotation, and is refused: metadata.annotations: Too long; so is Argo CD unless it applies server-side",
		Help:   "shorten descriptions (controller-gen crd:maxDescLen=0), or tell users to apply it with --server-side"}

	namesNotAccepted = Kind{ID: "names-not-accepted", Class: Install, Breaks: true, Title: "the server does not accept a new name, since the CRD already uses it",
		Effect: "the CRD stays served under the names that were accepted before; in a cluster where it is new, the server accepts them all"}

	versionMayBeStored = Kind{ID: "version-may-be-stored", Class: Install, Title: "clusters may still list a removed version in status.storedVersions",
		Effect: "the server refuses the update in a cluster that once stored objects in the version, until they are migrated; the old file does not say which clusters did"}

	crdRemoved = Kind{ID: "crd-removed", Class: Stored, Breaks: true, Title: "the CRD is gone",
		Effect: "deleting it deletes all of its objects; whoever still uses it gets 404", Help: "keep it until nobody has any objects"}
	typeChanged = Kind{ID: "type-changed", Class: Stored, Breaks: true, Title: "values of the old type are refused",
		Help: "add a field of another name, or a new version with a conversion webhook"}
	boundsTightened = Kind{ID: "bounds-tightened", Class: Stored, Breaks: true, Title: "a bound, pattern or format is new or tighter",
		Help: "make sure that no object has such a value, or tighten it in a new version"}
	enumNarrowed = Kind{ID: "enum-narrowed", Class: Stored, Breaks: true, Title: "a value is removed from an enum, or an enum is new",
		Help: "keep the value, and let the controller treat it like the value that replaces it"}
	requiredAdded = Kind{ID: "required-added", Class: Stored, Breaks: true, Title: "an optional field is required",
		Help: "give it a default, or require it in a new version"}
	nullableRemoved = Kind{ID: "nullable-removed", Class: Stored, Breaks: true, Title: "a field is no longer nullable",
		Help: "keep nullable: true, or remove it in a new version"}
	branchesChanged = Kind{ID: "branches-changed", Class: Stored, Breaks: true, Title: "allOf, anyOf, oneOf or not is new or refuses other values",
		Help: "try it on live objects with --objects"}
	ruleAdded = Kind{ID: "rule-added", Class: Stored, Breaks: true, Title: "a CEL rule is new",
		Help: "try it on live objects with --objects"}
	ruleChanged = Kind{ID: "rule-changed", Class: Stored, Breaks: true, Title: "a CEL rule refuses other values than before",
		Help: "try it on live objects with --objects"}
	fieldRemoved = Kind{ID: "field-removed", Class: Stored, Breaks: true, Title: "a field is removed",
		Effect: "stored values are dropped at the next write; kubectl refuses manifests that set it",
		Help:   "keep it, described as deprecated, and remove it in a new version"}
	unknownFieldsPruned = Kind{ID: "unknown-fields-pruned", Class: Stored, Breaks: true, Title: "undeclared fields were kept and are pruned",
		Effect: "stored values are dropped at the next write; kubectl refuses manifests that set them",
		Help:   "keep x-kubernetes-preserve-unknown-fields: true, or declare every field that objects may have"}
	unknownFieldsChecked = Kind{ID: "unknown-fields-checked", Class: Stored, Breaks: true, Title: "fields that held anything have a schema",
		Help: "make sure that no object has such a value, or add the schema in a new version"}
	itemsChanged = Kind{ID: "items-changed", Class: Stored, Breaks: true, Title: "the items of a list have a schema that they did not have",
		Help: "make sure that no object has other items, or add the schema in a new version"}
	resourceChanged = Kind{ID: "resource-changed", Class: Stored, Breaks: true, Title: "x-kubernetes-embedded-resource is another",
		Help: "check only what objects have always had, or do so in a new version"}
	defaultRemoved = Kind{ID: "default-removed", Class: Stored, Breaks: true, Title: "a default is removed",
		Effect: "the same manifest makes another object; clients may miss the value", Help: "keep the default, or remove it in a new version"}
	defaultClashes = Kind{ID: "default-refused", Class: Stored, Breaks: true, Title: "a new default meets something that may refuse it",
		Effect: "manifests without the field get the default, and are refused where that does not go with their other fields",
		Help:   "let what refuses it take the default, or add the default in a new version"}
	nullClashes = Kind{ID: "null-refused", Class: Stored, Breaks: true, Title: "null that was dropped stays and meets something that may refuse it",
		Effect: "manifests with null there are refused where that does not go with their other fields", Help: "keep the field from being null"}
	scaleChecked = Kind{ID: "scale-checked", Class: Stored, Breaks: true, Title: "the scale subresource is new and reads a field that may hold something else",
		Effect: "objects that have something else there are refused, also when it is stored and stays as it is",
		Help:   "give the field the type and the bounds first: an integer with minimum 0 and format int32 for replicas, a string for the selector"}
	storageLoses = Kind{ID: "storage-loses", Class: Stored, Breaks: true, Title: "fields get lost between versions that nothing converts",
		Help: "declare the same fields in both versions, or convert with a webhook"}
	notCompared = Kind{ID: "not-compared", Class: Stored, Title: "the old CRD is of an API version that is not compared",
		Effect: "what changes for objects is not known; servers since Kubernetes 1.22 take apiextensions.k8s.io/v1 alone",
		Help:   "convert the old one first: kubectl get crd NAME -o yaml prints it as v1"}
	storageVersionChanged = Kind{ID: "storage-version-changed", Class: Stored, Title: "objects are stored in another version",
		Effect: "objects are written in it from now on; those that are not written stay in the old one, which has to stay in the CRD until they are migrated",
		Help:   "migrate stored objects, then remove the old version from status.storedVersions, before you remove it from the CRD"}
	conversionChanged = Kind{ID: "conversion-changed", Class: Stored, Breaks: true, Title: "versions are converted in another way",
		Help: "keep the webhook as long as versions differ"}

	versionRemoved = Kind{ID: "version-removed", Class: Writers, Breaks: true, Title: "a version is no longer served",
		Effect: "requests for it get 404", Help: "set deprecated: true first, and stop serving it some releases later"}
	defaultAdded = Kind{ID: "default-added", Class: Writers, Title: "a default is new",
		Effect: "objects without the field have it now, also stored ones when they are read"}
	defaultChanged = Kind{ID: "default-changed", Class: Writers, Breaks: true, Title: "a default is another",
		Effect: "the same manifest makes another object than before; stored objects keep the old value", Help: "keep the default, or change it in a new version"}
	listTypeChanged = Kind{ID: "list-type-changed", Class: Writers, Breaks: true, Title: "a list or map is merged in another way",
		Effect: "server-side apply loses track of who owns what", Help: "merge it as before, or change that in a new version"}
	subresourceChanged = Kind{ID: "subresource-changed", Class: Writers, Breaks: true, Title: "a subresource is new or gone",
		Help: "make the change in a new version"}
	scalePathChanged = Kind{ID: "scale-path-changed", Class: Writers, Breaks: true, Title: "the scale subresource reads or writes another field",
		Effect: "autoscalers and kubectl scale read or write another field than before", Help: "keep the path, or change it in a new version"}

	enumWidened     = Kind{ID: "values-added", Class: Readers, Title: "an enum has more values, or is gone", Effect: "clients may meet a value that they don't know"}
	typeWidened     = Kind{ID: "type-widened", Class: Readers, Title: "a field may have values of another type as well", Effect: "typed clients cannot decode the other type"}
	nullableAdded   = Kind{ID: "nullable-added", Class: Readers, Title: "a field may be null", Effect: "clients may meet null"}
	requiredRemoved = Kind{ID: "required-removed", Class: Readers, Title: "a required field is optional",
		Effect: "clients may meet objects without it"}
	unknownFieldsKept = Kind{ID: "unknown-fields-kept", Class: Readers, Title: "undeclared fields are kept",
		Effect: "clients may meet fields that no schema declares"}
	fieldWithDefault = Kind{ID: "field-with-default", Class: Readers, Title: "a new field has a default", Effect: "all objects have it when they are read"}
	namesChanged     = Kind{ID: "names-changed", Class: Readers, Breaks: true, Title: "the singular name or the kind of lists is another"}
	shortNameRemoved = Kind{ID: "short-name-removed", Class: Readers, Breaks: true, Title: "a short name is removed",
		Effect: "kubectl no longer finds the objects by it", Help: "keep the short name"}
	categoryRemoved = Kind{ID: "category-removed", Class: Readers, Title: "a category is removed",
		Effect: "kubectl get no longer lists the objects with the others of the category"}
	selectableFieldRemoved = Kind{ID: "selectable-field-removed", Class: Readers, Breaks: true, Title: "a selectable field is removed",
		Effect: "requests that select by it get 400", Help: "keep the selectable field"}
	columnsChanged    = Kind{ID: "columns-changed", Class: Readers, Title: "kubectl get shows other columns", Effect: "whoever reads the table by its columns finds others"}
	versionDeprecated = Kind{ID: "version-deprecated", Class: Readers, Title: "a version is deprecated, or no longer", Effect: "clients of it get a warning"}
	reasonChanged     = Kind{ID: "reason-changed", Class: Readers, Title: "a CEL rule refuses with another reason or field path",
		Effect: "clients that tell errors by reason or field see another"}

	crdAdded             = Kind{ID: "crd-added", Class: Compatible, Title: "the CRD is new"}
	versionAdded         = Kind{ID: "version-added", Class: Compatible, Title: "a version is new, or served"}
	fieldAdded           = Kind{ID: "field-added", Class: Compatible, Title: "an optional field is new"}
	boundsRelaxed        = Kind{ID: "bounds-relaxed", Class: Compatible, Title: "a bound, pattern or format is gone or looser"}
	branchesRelaxed      = Kind{ID: "branches-relaxed", Class: Compatible, Title: "allOf, anyOf, oneOf or not is gone or accepts more values"}
	ruleRelaxed          = Kind{ID: "rule-relaxed", Class: Compatible, Title: "a CEL rule is gone or accepts more"}
	ruleOnNew            = Kind{ID: "rule-on-new", Class: Compatible, Title: "a new CEL rule passes for all that was accepted"}
	nameAdded            = Kind{ID: "name-added", Class: Compatible, Title: "a short name or category is new"}
	subresourceAdded     = Kind{ID: "scale-added", Class: Compatible, Title: "the scale subresource is new"}
	selectableFieldAdded = Kind{ID: "selectable-field-added", Class: Compatible, Title: "a selectable field is new"}
	columnsAdded         = Kind{ID: "columns-added", Class: Compatible, Title: "kubectl get shows more columns"}
	equivalent           = Kind{ID: "equivalent", Class: Compatible, Title: "the same is written in another way"}

	descriptionChanged = Kind{ID: "description-changed", Class: Documentation, Title: "descriptions, titles or examples differ"}
	messageChanged     = Kind{ID: "message-changed", Class: Documentation, Title: "a CEL rule refuses in other words"}
	metadataChanged    = Kind{ID: "metadata-changed", Class: Documentation, Title: "labels or annotations of the CRD differ"}
	schemaChanged      = Kind{ID: "schema-changed", Class: Documentation, Title: "something is another that crdify has no check for; only its profile reports it"}
)
