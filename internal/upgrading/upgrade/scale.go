package upgrade

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// scale compares the scale subresource.
func (c *comparison) scale(p *pair, old, new *finding.Path) {
	was, is := scaleOf(p.old), scaleOf(p.new)
	switch {
	case was != nil && is == nil:
		n := c.inVersion(&subresourceChanged, p.new.Name, "the scale subresource is gone", old.Child("scale"), new)
		n.Effect = "kubectl scale and autoscalers get 404"
		return
	case is == nil:
		return
	case was == nil:
		c.inVersion(&subresourceAdded, p.new.Name, "the scale subresource is new", old, new.Child("scale"))
		was = &crd.Scale{}
	default:
		path := func(name, before, after string) {
			if before != after {
				n := c.inVersion(&scalePathChanged, p.new.Name, fmt.Sprintf("%s was %s and is %s", name, cmp.Or(before, "not set"), cmp.Or(after, "not set")),
					old.Child("scale", name), new.Child("scale", name))
				if before == "" {
					n.Breaking, n.Effect, n.Help = false, "autoscalers find a selector", ""
				}
			}
		}
		path("specReplicasPath", was.SpecReplicasPath, is.SpecReplicasPath)
		path("statusReplicasPath", was.StatusReplicasPath, is.StatusReplicasPath)
		path("labelSelectorPath", deref(was.LabelSelectorPath), deref(is.LabelSelectorPath))
	}
	checked := func(name, before, after, wanted string, fits func(*schema.Schema) bool, values ...any) {
		if before == after || after == "" || reads(p.old.OpenAPISchema(), after, fits) {
			return
		}
		field := strings.TrimPrefix(after, ".")
		n := c.inVersion(&scaleChecked, p.new.Name, fmt.Sprintf("%s must be %s, since the scale subresource reads it", field, wanted), old, new.Child("scale", name))
		n.Field, n.Keyword = field, name
		if s := p.new.OpenAPISchema(); name == "statusReplicasPath" && p.old.HasStatus() && s.Property("status") != nil && strings.HasPrefix(field, "status.") {
			if of := s.Property("status").Property(strings.TrimPrefix(field, "status.")); of != nil && of.Type == "integer" {
				n.Breaking = false // a controller that counts never writes a number below 0
			}
		}
		var path []finding.Segment
		for _, step := range validate.SplitPath(after) {
			path = append(path, finding.Segment{Name: step})
		}
		declared := p.old.OpenAPISchema()
		for i := 0; i < len(path) && declared != nil; i++ {
			below := declared.Property(path[i].Name)
			if below == nil {
				below = declared.ValueSchema()
			}
			declared = below
		}
		n.addSearch(func() *witness.Search {
			return &witness.Search{Change: witness.Change{Version: p.new.Name, Value: path}, Undeclared: declared == nil, Values: values, Few: true, Refusal: true}
		})
	}
	const replicas = "an integer from 0 to 2147483647"
	checked("specReplicasPath", was.SpecReplicasPath, is.SpecReplicasPath, replicas, replicasAlone, int64(-1), int64(math.MaxInt32)+1, "example", true)
	checked("statusReplicasPath", was.StatusReplicasPath, is.StatusReplicasPath, replicas, replicasAlone, int64(-1), int64(math.MaxInt32)+1, "example", true)
	checked("labelSelectorPath", deref(was.LabelSelectorPath), deref(is.LabelSelectorPath), "a string", textAlone, int64(1), true, map[string]any{}, []any{})
}

// nullScale adds a change if a field may now be null and the scale subresource reads it: it refuses null.
func (w *keyword) nullScale() {
	is := scaleOf(w.pair.new)
	if is == nil {
		return
	}
	for _, path := range []string{is.SpecReplicasPath, is.StatusReplicasPath, deref(is.LabelSelectorPath)} {
		if path != "" && strings.TrimPrefix(path, ".") == w.field() {
			n := w.say(&nullClashes, "null stays in %s, where the scale subresource refuses it", w.field())
			n.addSearch(func() *witness.Search {
				return &witness.Search{Change: witness.Change{Version: w.pair.new.Name, Value: w.At.ObjectPath()}, Values: []any{nil}, Few: true, Refusal: true}
			})
			return
		}
	}
}

// reads reports whether the scale subresource can read every value at a path that a schema allows.
func reads(s *schema.Schema, path string, fits func(*schema.Schema) bool) bool {
	for _, name := range validate.SplitPath(path) {
		switch {
		case s == nil:
			return true // the schema has no such field
		case s.Type != "object":
			return false
		}
		below := s.Property(name)
		if below == nil {
			below = s.ValueSchema()
		}
		if below == nil && (s.PreservesUnknownFields() || s.XEmbeddedResource || s.AdditionalProperties != nil && s.AdditionalProperties.Allows) {
			return false
		}
		s = below
	}
	return s == nil || !s.Nullable && fits(s)
}

func replicasAlone(s *schema.Schema) bool {
	if s.Type != "integer" || s.Minimum == nil || *s.Minimum < 0 {
		return false
	}
	return s.Format == "int32" || s.Maximum != nil && *s.Maximum <= math.MaxInt32
}

func textAlone(s *schema.Schema) bool { return s.Type == "string" }
