package dryrun

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/prune"
)

// coercion says how to coerce.
type coercion struct {
	// strict notes unknown fields.
	strict bool
	// stored drops metadata that cannot be read and repairs what very old servers
	// left out, which is done for what the store holds.
	stored bool
}

// coerce does to an object what decoding into a Go type does to others: it
// removes unknown fields and unwanted nulls and brings metadata into form. The
// schema is that of the object's own apiVersion. It returns the unknown fields,
// in the server's order.
//
// It mirrors unstructuredSchemaCoercer of pkg/apiserver/customresource_handler.go.
func (r *Resource) coerce(u map[string]any, how coercion, t *trace) (unknown []string, err error) {
	kind, _, err := unstructured.NestedString(u, "kind")
	if err != nil {
		return nil, err
	}
	apiVersion, _, err := unstructured.NestedString(u, "apiVersion")
	if err != nil {
		return nil, err
	}
	before, hasMeta := u["metadata"]
	meta, unknown, err := validate.ObjectMeta(nil, before, how.stored, how.strict)
	if hasMeta && err != nil {
		return nil, err
	}
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return nil, err
	}
	if gv.Group == r.group && kind == r.kind {
		more, err := r.prune(u, r.versions[gv.Version], how, t)
		if err != nil {
			return nil, err
		}
		unknown = append(unknown, more...)
		if how.stored && meta != nil && meta.Generation == 0 {
			meta.Generation = 1 // very old servers stored none
		}
	}
	if hasMeta {
		after, err := validate.MetaFields(meta)
		if err != nil {
			return nil, err
		}
		u["metadata"] = after
		t.replaced(finding.Root("metadata"), before, after)
	}
	return unknown, nil
}

// prune removes what the schema of a version does not want. A version that does
// not exist knows no field.
func (r *Resource) prune(u map[string]any, v *served, how coercion, t *trace) (unknown []string, err error) {
	if v == nil {
		v = &served{}
	}
	if !r.preserve {
		for _, removed := range prune.Unknown(u, v.schema, true) {
			unknown = append(unknown, removed.Path)
			t.pruned(v, removed)
		}
		for _, at := range prune.Nulls(u, v.schema) {
			t.addFrom(v, "", Entry{Stage: Nulls, Action: Dropped, At: at, Value: nil, Reason: "null in a field that is not nullable and has no default"})
		}
	}
	if !v.hasEmbedded {
		return unknown, nil
	}
	c := validate.MetaCoercer{Code: code.EmbeddedMetadata, Drop: how.stored, Strict: how.strict, Replaced: t.replaced}
	if f := c.Coerce(nil, u, v.schema, false); f != nil {
		f.WordedBy(r.words)
		return nil, coercionError{*f}
	}
	return append(unknown, c.Unknown...), nil
}

// coercionError is a finding that ends a request, printed like the field.Error
// that it mirrors.
type coercionError struct{ finding.Finding }

func (e coercionError) Error() string { return e.Path.Server() + ": " + e.ServerMessage() }

// applyDefaults sets the defaults of the object's own version. It reports whether it set any.
func (r *Resource) applyDefaults(u map[string]any, t *trace) bool {
	v := r.versionOf(u)
	if kind, _ := u["kind"].(string); v == nil || !v.hasDefaults || kind != r.kind {
		return false
	}
	if t == nil || t.off {
		return defaulting.Fill(u, v.schema)
	}
	all := defaulting.Apply(u, v.schema)
	for _, set := range all {
		reason := "absent, and the schema has a default"
		if set.Null {
			reason = "null in a field that is not nullable, and the schema has a default"
		}
		t.addFrom(v, "default", Entry{Stage: Default, Action: Defaulted, At: set.At, Value: set.Value, Reason: reason})
	}
	return len(all) > 0
}

// defaulted returns a copy of an object with the defaults of its version.
func (r *Resource) defaulted(u map[string]any) map[string]any {
	u = runtime.DeepCopyJSON(u)
	r.applyDefaults(u, nil)
	return u
}
