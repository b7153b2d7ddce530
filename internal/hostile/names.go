package hostile

import "strings"

// names are the families of all that is outside of the schema.
func names() []Family {
	inNames := func(name, format string) Family {
		return part(name, func(n int) parts { return parts{names: named(name, n, format)} })
	}
	inVersion := func(name, before, format string) Family {
		return part(name, func(n int) parts {
			return parts{version: before + repeat(n, format), schema: "type: object\nproperties:\n  spec: {type: object, properties: {a: {type: string}}}\n"}
		})
	}
	metadata := func(name, before, format string) Family {
		return part(name, func(n int) parts { return parts{metadata: before + repeat(n, format)} })
	}
	more := func(name, before, format string) Family {
		return part(name, func(n int) parts { return parts{more: before + repeat(n, format)} })
	}
	status := func(name, before, format string) Family {
		return part(name, func(n int) parts {
			return parts{after: "status:\n  acceptedNames: {kind: Thing, plural: things}\n" + before + repeat(n, format)}
		})
	}
	version := func(name, format string) Family {
		return more(name, "", format)
	}
	return []Family{
		inNames("shortNames", "- s%[1]d\n"),
		inNames("shortNames-same", "- same\n"),
		inNames("shortNames-wrong", "- Wrong_%[1]d\n"),
		inNames("categories", "- c%[1]d\n"),
		inNames("categories-wrong", "- C_%[1]d\n"),
		part("names-unknown", func(n int) parts { return parts{names: repeat(n, "nam%[1]d: a\n")} }),
		part("names-long", func(n int) parts { return parts{names: "singular: " + strings.Repeat("a", n) + "\n"} }),
		version("versions", "- {name: w@%[1]d, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n"),
		version("versions-same", "- {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n"),
		version("versions-storage", "- {name: v@%[1]d, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n"),
		version("versions-no-schema", "- {name: V_%[1]d, served: true}\n"),
		version("versions-fields", "- {name: v1beta%[1]d, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a%[1]d: {type: string}}}}}}}\n"),
		version("versions-alike", "- name: v1beta%[1]d\n  served: true\n  storage: false\n  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-validations: [{rule: self.b > 1}], properties: {a: {type: string}, b: {type: integer}}}}}}\n"),
		version("versions-empty-objects", "- {name: v1beta%[1]d, served: true, storage: false, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {config: {type: object}}}}}}}\n"),
		version("versions-null", "- null\n"),
		inVersion("columns", "additionalPrinterColumns:\n", "- {name: c@%[1]d, type: string, jsonPath: .spec.a}\n"),
		inVersion("columns-same", "additionalPrinterColumns:\n", "- {name: c, type: string, jsonPath: .spec.a}\n"),
		inVersion("columns-wrong", "additionalPrinterColumns:\n", "- {name: '', type: strng, jsonPath: 'spec.a[', format: x, priority: a}\n"),
		inVersion("columns-nowhere", "additionalPrinterColumns:\n", "- {name: c%[1]d, type: string, jsonPath: .spec.b%[1]d.c}\n"),
		part("column-path-long", func(n int) parts {
			return parts{version: "additionalPrinterColumns:\n- {name: a, type: string, jsonPath: '" + strings.Repeat(".a[?(@.x==1)]", n) + "'}\n"}
		}),
		inVersion("selectableFields", "selectableFields:\n", "- jsonPath: .spec.f@%[1]d\n"),
		inVersion("selectableFields-same", "selectableFields:\n", "- jsonPath: .spec.a\n"),
		inVersion("selectableFields-wrong", "selectableFields:\n", "- jsonPath: spec[%[1]d]\n"),
		part("scale-path-long", func(n int) parts {
			return parts{version: "subresources: {status: {}, scale: {specReplicasPath: " + strings.Repeat(".spec", n) + ", statusReplicasPath: .status" + strings.Repeat(".a", n) + "}}\n"}
		}),
		more("conversionReviewVersions", "conversion:\n  strategy: Webhook\n  webhook:\n    clientConfig: {url: 'https://a.b'}\n    conversionReviewVersions:\n", "    - v@%[1]d\n"),
		more("conversionReviewVersions-wrong", "conversion:\n  strategy: Webhook\n  webhook:\n    clientConfig: {url: 'https://a.b'}\n    conversionReviewVersions:\n", "    - V_%[1]d\n"),
		part("conversion-ca-bundle", func(n int) parts {
			return parts{more: "conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://a.b', caBundle: " + strings.Repeat("QUJD", n) + "}}}\n"}
		}),
		status("storedVersions", "  storedVersions:\n", "  - v@%[1]d\n"),
		status("storedVersions-same", "  storedVersions:\n", "  - v1\n"),
		status("conditions", "  storedVersions: [v1]\n  conditions:\n", "  - {type: C%[1]d, status: 'True', reason: a, message: b, lastTransitionTime: '2020-01-01T00:00:00Z'}\n"),
		status("conditions-wrong", "  storedVersions: [v1]\n  conditions:\n", "  - {type: 1, status: x, lastTransitionTime: now}\n"),
		metadata("labels", "labels:\n", "  l@%[1]d: v\n"),
		metadata("labels-wrong", "labels:\n", "  -l%[1]d/: a b\n"),
		metadata("labels-numbers", "labels:\n", "  l%[1]d: 1\n"),
		metadata("annotations", "annotations:\n", "  a@%[1]d: v\n"),
		metadata("annotations-wrong", "annotations:\n", "  -a%[1]d/: v\n"),
		part("annotation-long", func(n int) parts { return parts{metadata: "annotations:\n  a: " + strings.Repeat("abcd", n) + "\n"} }),
		part("last-applied", func(n int) parts {
			return parts{metadata: "annotations:\n  kubectl.kubernetes.io/last-applied-configuration: '{" + repeat(n, "\"a%[1]d\": {\"b\": 1}, ") + "\"z\": 1}'\n"}
		}),
		metadata("finalizers", "finalizers:\n", "- a.b/c@%[1]d\n"),
		metadata("finalizers-wrong", "finalizers:\n", "- a%[1]d\n"),
		metadata("ownerReferences", "ownerReferences:\n", "- {apiVersion: v1, kind: A, name: a@%[1]d, uid: b}\n"),
		metadata("ownerReferences-wrong", "ownerReferences:\n", "- {apiVersion: v1, controller: true, blockOwnerDeletion: true}\n"),
		metadata("managedFields", "managedFields:\n", "- {manager: a, operation: Update, apiVersion: v1, time: '2020-01-01T00:00:00Z', fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:a%[1]d': {}}}}\n"),
		metadata("managedFields-wrong", "managedFields:\n", "- {manager: a, operation: Updat, fieldsType: x, fieldsV1: {'f:spec': {'f:a%[1]d': {}}}}\n"),
		metadata("metadata-unknown", "", "x@%[1]d: v\n"),
		more("spec-unknown", "", "x@%[1]d: v\n"),
		more("spec-duplicate", "", "scope: Cluster\n"),
	}
}

// named writes a list of the key that a family's name begins with.
func named(name string, n int, format string) string {
	key, _, _ := strings.Cut(name, "-")
	return key + ":\n" + repeat(n, format)
}
