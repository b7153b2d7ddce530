package rules

// firstCRD is the CRD that others stand beside in examples about several.
const firstCRD = firstCRDHead + afterNames

const firstCRDHead = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
`

// afterNames goes on behind the names of a CRD in examples about names.
const afterNames = `  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`
