package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/conventions"
	"github.com/crdtool/crdtool/schema"
)

var referenceVersion = Rule{
	ID: "reference-version", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "reference to an object by its apiVersion",
	Why: `An object has no version: it is served in several, and the one that a reference names goes away one
day. The API conventions identify what is referred to by its group and resource or kind. The same holds for
` + "`corev1.ObjectReference`" + `, most of whose fields mean nothing in a spec: make a type with the fields
that are read.`,
	Bad: `
targetRef:
  type: object
  required: [apiVersion, kind, name]
  properties:
    apiVersion: {type: string}
    kind: {type: string}
    name: {type: string}
`,
	Good: `
targetRef:
  type: object
  required: [group, kind, name]
  properties:
    group: {type: string}
    kind: {type: string}
    name: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Own(n) {
			return
		}
		object := conventions.Referred(v.Tree, n)
		if object == nil || object.Property("apiVersion") == nil || !conventions.IsReference(object) {
			return
		}
		if conventions.IsObjectReference(object) {
			p.ReportNode(v, n, "%s is a corev1.ObjectReference, which asks for a uid, a resourceVersion and more", v.Called(n)).Help =
				"make a type of its own with the fields that are read: name, and namespace, group and kind if they vary"
			return
		}
		// A path to a field depends on the version.
		if object.Property("fieldPath") == nil {
			p.ReportNode(v, n, "%s refers to an object by its apiVersion, which changes", v.Called(n)).Help =
				"use group instead of apiVersion"
		}
	},
}
