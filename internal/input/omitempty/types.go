package omitempty

// objectKind is one of the types that make up a CRD.
type objectKind uint8

const (
	opaque objectKind = iota // values that are stored as they are
	crdObject
	specObject
	namesObject
	versionObject
	validationObject
	schemaObject
	schemaMap
	celRuleObject
	docsObject
	columnObject
	subresourcesObject
	scaleObject
	conversionObject
	webhookObject
	clientObject
	serviceObject
	metadataObject
)

// emptyKind says which values of a field are left out. A null is in any case.
type emptyKind uint8

const (
	kept         emptyKind = iota // none
	keptNotNull                   // only null, as for pointers
	emptyIsFalse                  // or false, 0, "", an empty list or map
)

// fieldOf says of a field of the types in apiextensions/v1 what it holds, and
// which of its values are left out. Fields that are always written, that the server
// fills in, or that can't be empty in a CRD that it takes are kept.
func fieldOf(kind objectKind, name string) (below objectKind, empty emptyKind) {
	switch kind {
	case crdObject:
		switch name {
		case "metadata":
			return metadataObject, kept
		case "spec":
			return specObject, kept
		}
	case metadataObject:
		switch name {
		case "annotations", "finalizers", "labels", "ownerReferences":
			return opaque, emptyIsFalse
		}
	case specObject:
		switch name {
		case "names":
			return namesObject, kept
		case "versions":
			return versionObject, kept
		case "conversion":
			return conversionObject, kept
		case "preserveUnknownFields":
			return opaque, emptyIsFalse
		}
	case namesObject:
		switch name {
		case "categories", "shortNames":
			return opaque, emptyIsFalse
		}
	case versionObject:
		switch name {
		case "schema":
			return validationObject, kept
		case "subresources":
			return subresourcesObject, keptNotNull
		case "additionalPrinterColumns":
			return columnObject, emptyIsFalse
		case "selectableFields", "deprecated":
			return opaque, emptyIsFalse
		case "deprecationWarning":
			return opaque, keptNotNull
		}
	case validationObject:
		if name == "openAPIV3Schema" {
			return schemaObject, kept
		}
	case schemaObject:
		return schemaField(name)
	case celRuleObject:
		switch name {
		case "message", "messageExpression", "fieldPath":
			return opaque, emptyIsFalse
		case "reason", "optionalOldSelf":
			return opaque, keptNotNull
		}
	case docsObject:
		switch name {
		case "description", "url":
			return opaque, emptyIsFalse
		}
	case columnObject:
		switch name {
		case "description", "format", "priority":
			return opaque, emptyIsFalse
		}
	case subresourcesObject:
		switch name {
		case "scale":
			return scaleObject, keptNotNull
		case "status":
			return opaque, keptNotNull
		}
	case scaleObject:
		if name == "labelSelectorPath" {
			return opaque, keptNotNull
		}
	case conversionObject:
		if name == "webhook" {
			return webhookObject, keptNotNull
		}
	case webhookObject:
		if name == "clientConfig" {
			return clientObject, keptNotNull
		}
	case clientObject:
		switch name {
		case "caBundle":
			return opaque, emptyIsFalse
		case "service":
			return serviceObject, keptNotNull
		case "url":
			return opaque, keptNotNull
		}
	case serviceObject:
		if name == "path" {
			return opaque, keptNotNull
		}
	}
	return opaque, kept
}

// schemaField is fieldOf for the keywords of a schema.
func schemaField(name string) (objectKind, emptyKind) {
	switch name {
	case "properties", "patternProperties", "definitions":
		return schemaMap, emptyIsFalse
	case "allOf", "anyOf", "oneOf":
		return schemaObject, emptyIsFalse
	case "not", "items", "additionalProperties", "additionalItems":
		return schemaObject, keptNotNull
	case "x-kubernetes-validations":
		return celRuleObject, emptyIsFalse
	case "externalDocs":
		return docsObject, keptNotNull
	case "description", "exclusiveMaximum", "exclusiveMinimum", "format", "nullable", "pattern", "title", "uniqueItems",
		"x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
		"enum", "required", "x-kubernetes-list-map-keys":
		return opaque, emptyIsFalse
	case "default", "example", "maximum", "maxItems", "maxLength", "maxProperties", "minimum", "minItems", "minLength",
		"minProperties", "multipleOf", "x-kubernetes-list-type", "x-kubernetes-map-type",
		"x-kubernetes-preserve-unknown-fields":
		return opaque, keptNotNull
	}
	return opaque, kept
}
