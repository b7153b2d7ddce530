package omitempty

import "maps"

// An objectKind is one of the types of a CRD.
type objectKind uint8

const (
	opaque objectKind = iota // values that are stored unchanged
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

// An emptyKind is the set of values of a field that are omitted, besides null.
type emptyKind uint8

const (
	kept         emptyKind = iota // also not null
	keptNotNull                   // only null, as for pointers
	emptyIsFalse                  // also false, 0, "", an empty list or map
)

// A field is the type of a field in apiextensions/v1, and its omitted values. Fields that are always written, that
// the server sets, or that cannot be empty in an accepted CRD are kept.
type field struct {
	below objectKind
	empty emptyKind
}

var fields = map[objectKind]map[string]field{
	crdObject:      {"metadata": {metadataObject, kept}, "spec": {specObject, kept}},
	metadataObject: all(emptyIsFalse, "annotations", "finalizers", "labels", "ownerReferences"),
	specObject: {
		"names": {namesObject, kept}, "versions": {versionObject, kept}, "conversion": {conversionObject, kept},
		"preserveUnknownFields": {opaque, emptyIsFalse},
	},
	namesObject: all(emptyIsFalse, "categories", "shortNames"),
	versionObject: {
		"schema": {validationObject, kept}, "subresources": {subresourcesObject, keptNotNull},
		"additionalPrinterColumns": {columnObject, emptyIsFalse}, "selectableFields": {opaque, emptyIsFalse},
		"deprecated": {opaque, emptyIsFalse}, "deprecationWarning": {opaque, keptNotNull},
	},
	validationObject: {"openAPIV3Schema": {schemaObject, kept}},
	schemaObject: merged(
		map[string]field{
			"properties": {schemaMap, emptyIsFalse}, "patternProperties": {schemaMap, emptyIsFalse}, "definitions": {schemaMap, emptyIsFalse},
			"allOf": {schemaObject, emptyIsFalse}, "anyOf": {schemaObject, emptyIsFalse}, "oneOf": {schemaObject, emptyIsFalse},
			"not": {schemaObject, keptNotNull}, "items": {schemaObject, keptNotNull},
			"additionalProperties": {schemaObject, keptNotNull}, "additionalItems": {schemaObject, keptNotNull},
			"x-kubernetes-validations": {celRuleObject, emptyIsFalse}, "externalDocs": {docsObject, keptNotNull},
		},
		all(emptyIsFalse, "description", "exclusiveMaximum", "exclusiveMinimum", "format", "nullable", "pattern", "title", "uniqueItems",
			"x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "enum", "required", "x-kubernetes-list-map-keys"),
		all(keptNotNull, "default", "example", "maximum", "maxItems", "maxLength", "maxProperties", "minimum", "minItems", "minLength",
			"minProperties", "multipleOf", "x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-preserve-unknown-fields"),
	),
	celRuleObject: merged(all(emptyIsFalse, "message", "messageExpression", "fieldPath"), all(keptNotNull, "reason", "optionalOldSelf")),
	docsObject:    all(emptyIsFalse, "description", "url"),
	columnObject:  all(emptyIsFalse, "description", "format", "priority"),
	subresourcesObject: {
		"scale": {scaleObject, keptNotNull}, "status": {opaque, keptNotNull},
	},
	scaleObject:      all(keptNotNull, "labelSelectorPath"),
	conversionObject: {"webhook": {webhookObject, keptNotNull}},
	webhookObject:    {"clientConfig": {clientObject, keptNotNull}},
	clientObject:     {"caBundle": {opaque, emptyIsFalse}, "service": {serviceObject, keptNotNull}, "url": {opaque, keptNotNull}},
	serviceObject:    all(keptNotNull, "path"),
}

// all returns fields whose values are stored unchanged unless they are empty.
func all(empty emptyKind, names ...string) map[string]field {
	of := map[string]field{}
	for _, name := range names {
		of[name] = field{opaque, empty}
	}
	return of
}

func merged(parts ...map[string]field) map[string]field {
	all := map[string]field{}
	for _, p := range parts {
		maps.Copy(all, p)
	}
	return all
}
