package source

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// The kind and group of Crossplane's definitions of composite resources (XRDs). Crossplane derives CRDs from them.
const (
	XRDKind  = "CompositeResourceDefinition"
	XRDGroup = "apiextensions.crossplane.io"
)

// IsXRD reports whether a document is a CompositeResourceDefinition of Crossplane.
func (d *Document) IsXRD() bool {
	apiVersion, kind := d.TypeMeta()
	return kind == XRDKind && strings.HasPrefix(apiVersion, XRDGroup+"/")
}

// derive adds the CRDs that Crossplane derives from a CompositeResourceDefinition: one for the composite resource,
// and one for its claim. Their nodes are those of the definition as far as possible, so that findings have its
// positions. The nodes of what Crossplane adds are in line 0.
//
// It mirrors pkg/xcrd of crossplane-runtime 2.4.
func (r *reader) derive(d *Document) {
	if spec := Field(d.Root, "spec"); !IsNull(spec) && Resolve(spec).Kind != yamlnode.Mapping {
		return // no server stores such a definition
	}
	x := newXRD(d)
	if at, message := x.withoutSchema(); message != "" {
		r.file.report(code.XRD, finding.Error, d.NodePos(at), message)
		return
	}
	r.file.Documents = append(r.file.Documents, x.crd(x.composite()))
	if IsNull(Field(x.spec, "claimNames")) {
		return
	}
	if at, message := x.claimConflict(); message != "" {
		r.file.report(code.XRD, finding.Error, d.NodePos(at), message)
		return
	}
	r.file.Documents = append(r.file.Documents, x.crd(x.claim()))
}

// withoutSchema returns the first version without a schema, from which Crossplane derives no CRD, and why.
func (x *xrd) withoutSchema() (at *yamlnode.Node, message string) {
	versions := Resolve(Field(x.spec, "versions"))
	if versions == nil || versions.Kind != yamlnode.Sequence {
		return nil, ""
	}
	for _, item := range versions.Content {
		item = Resolve(item)
		schema := Field(item, "schema")
		switch {
		case item.Kind != yamlnode.Mapping:
		case IsNull(schema):
			return item, "this version has no schema; Crossplane: custom resource validation cannot be nil"
		case Resolve(schema).Kind == yamlnode.Mapping && IsNull(Field(schema, "openAPIV3Schema")):
			return schema, "this version has no schema; Crossplane: cannot parse validation schema: unexpected end of JSON input"
		}
	}
	return nil, ""
}

// claimConflict returns a name that the claim and the composite resource have in common, so that Crossplane derives
// no CRD for the claim, and why.
func (x *xrd) claimConflict() (at *yamlnode.Node, message string) {
	names, claimNames := Field(x.spec, "names"), Field(x.spec, "claimNames")
	for _, field := range [...]string{"kind", "plural", "singular", "listKind"} {
		n := Field(claimNames, field)
		name, _ := String(n)
		other, _ := String(Field(names, field))
		if name != other || name == "" && (field == "singular" || field == "listKind") {
			continue
		}
		if n == nil {
			n = claimNames
		}
		return n, fmt.Sprintf("the claim must have another %s than the composite resource; Crossplane: invalid resource claim names: %q conflicts with composite resource name", field, name)
	}
	return nil, ""
}
