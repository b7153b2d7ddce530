package dryrun

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// coercion holds the options of coerce.
type coercion struct {
	// strict collects unknown fields.
	strict bool
	// stored is set for objects from the store: it drops invalid metadata, and sets a generation that very old servers
	// did not store.
	stored bool
}

// coerce changes an object as decoding into a Go type changes objects of other kinds: it removes unknown fields and
// nulls that the schema does not accept, and coerces metadata. The schema is that of the object's own apiVersion. It
// returns the unknown fields in the server's order.
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
			meta.Generation = 1 // very old servers stored no generation
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

// prune removes fields and nulls that the schema of a version does not accept. A version that does not exist has no
// fields.
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

// coercionError is a finding that ends a request. It is printed like the field.Error that it mirrors.
type coercionError struct{ finding.Finding }

func (e coercionError) Error() string { return e.Path.Server() + ": " + e.ServerMessage() }

// applyDefaults sets the defaults of the object's own version and reports whether it set any.
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
