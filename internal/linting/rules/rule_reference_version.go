package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var referenceVersion = Rule{
	ID: "reference-version", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "reference to an object by its apiVersion",
	Why: `The same object is served in several versions, and the version in a reference will be removed some day. By the API
conventions a reference identifies an object by its group and its resource or kind. The same is true of
` + "`corev1.ObjectReference`" + `, most of whose fields have no meaning in a spec: define a type with the fields
that are used. ` + "`scaleTargetRef`" + ` is not reported: autoscalers look for the scale subresource by apiVersion.`,
	Example: `
  targetRef:
    type: object
-   required: [apiVersion, kind, name]
+   required: [group, kind, name]
    properties:
-     apiVersion: {type: string}
+     group: {type: string}
      kind: {type: string}
      name: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Own(n) || n.Name == "scaleTargetRef" {
			return // autoscalers such as HorizontalPodAutoscaler need the apiVersion of their target
		}
		object := conventions.Referred(v.Tree, n)
		if object == nil || object.Property("apiVersion") == nil || !conventions.IsReference(object) {
			return
		}
		if conventions.IsObjectReference(object) {
			p.ReportNode(v, n, "%s is a corev1.ObjectReference, which also has a uid, a resourceVersion and more", v.Called(n)).Help =
				"define a type with the fields that are used: name, and namespace, group and kind if they vary"
			return
		}
		// A path to a field depends on the version.
		if object.Property("fieldPath") == nil {
			p.ReportNode(v, n, "%s refers to an object by its apiVersion, whose version changes", v.Called(n)).Help =
				"use group instead of apiVersion"
		}
	},
}
