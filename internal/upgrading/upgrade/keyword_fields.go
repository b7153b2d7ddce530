package upgrade

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

func (w *keyword) required() {
	switch {
	case w.Name == "" || !w.narrows && !w.widens:
		w.say(&equivalent, "required of %s is written in another way", w.field())
	case w.At.New.Type != "" && w.At.New.Type != "object":
		w.say(&equivalent, "%s is required, which has no effect: only objects have fields", w.field())
	case w.narrows:
		if s := w.At.New.Property(w.Name); s != nil && s.Default != nil && !w.dropsStatus() {
			w.say(&equivalent, "%s is required, and has a default", w.field())
			return
		}
		if w.judge.KeepsRequired(w.conclusion(), w.Name) {
			w.say(&equivalent, "%s is required, as the old CRD required it in another way", w.field())
			return
		}
		n := w.refuses(&requiredAdded, "%s is required", w.field())
		n.Effect = strings.Replace(strings.Replace(n.Effect, "with such a value", "without it", 1), "with one", "without it", 1)
		if w.inStatus() {
			n.Effect, n.Help = strings.Replace(n.Effect, "that writes such a value to /status", "that writes /status without it", 1), "let the controller write it, and all objects have it, before the CRD is installed"
		}
	default:
		w.say(&requiredRemoved, "%s is no longer required", w.field())
	}
}

// dropsStatus reports whether the field is the status, which a create drops after it sets the defaults.
func (w *keyword) dropsStatus() bool {
	return w.At.Parent == nil && w.Name == "status" && w.pair.new.HasStatus()
}

func (w *keyword) properties() {
	switch {
	case w.After == nil && w.narrows:
		n := w.say(&fieldRemoved, "%s is removed", w.field())
		if w.inStatus() {
			n.Effect = "stored values are dropped at the next write, and so is what a controller writes; who reads it finds nothing"
			n.Help = "keep it until nobody reads it"
		}
		n.search = w.search
	case w.After == nil:
		w.undeclared(w.Before.(*schema.Schema))
	case w.narrows && w.inMetadata() && namesAnything(w.After.(*schema.Schema)):
		w.say(&fieldAdded, "%s is declared", w.field())
	case w.narrows && w.inMetadata():
		n := w.refuses(&boundsTightened, "names of objects have a schema: %s", w.field())
		name := "name"
		if w.Name == "generateName" || w.Name == "metadata" && w.After.(*schema.Schema).Property("name") == nil {
			name = "generateName"
		}
		n.search = w.searchWith(func(s *witness.Search) {
			s.Value, s.Field, s.Values, s.Below = []finding.Segment{{Name: "metadata"}, {Name: name}}, "", someNames, true
		})
	case w.narrows && !tighter.TakesAnything(w.After.(*schema.Schema)):
		w.refuses(&unknownFieldsChecked, "%s could hold anything and has a schema", w.field())
	case w.After.(*schema.Schema).Default != nil:
		is := w.After.(*schema.Schema).Default
		w.say(&fieldWithDefault, "%s is new, with a default", w.field())
		w.clash(w.At, w.Name, is)
		w.changeClash(w.After.(*schema.Schema), w.Path(), append(w.At.ObjectPath(), finding.Segment{Name: w.Name}), is, false)
	case w.widens || w.narrows:
		w.say(&fieldAdded, "%s is new", w.field())
	default:
		w.say(&fieldAdded, "%s is declared", w.field())
	}
}

// undeclared adds a change for a field that is no longer declared but kept: it gets no default any more.
func (w *keyword) undeclared(was *schema.Schema) {
	if !was.Nullable && was.Default == nil {
		w.nullClash(w.At, w.Name)
	}
	values := w.At.New.ValueSchema()
	set, sets := defaultIn(was)
	switch {
	case was.Default != nil && (values == nil || schema.SameValue(values.Default, was.Default)):
		// A different default in the values of the map is a change of its own. It applies to null alone.
		n := w.say(&defaultRemoved, "%s had the default %s, and is no longer declared", w.field(), shortened(prose.JSON(was.Default)))
		n.search = w.searchWith(func(s *witness.Search) { s.Absent = true })
	case values == nil && sets:
		n := w.say(&defaultRemoved, "%s had defaults in it, and is no longer declared", w.field())
		n.search = w.searchWith(func(s *witness.Search) { withoutDefault(s, s.Value, set) })
	default:
		w.say(&equivalent, "%s is no longer declared, and kept as an undeclared field", w.field())
	}
}

func (w *keyword) unknownFields() {
	now := w.At.New
	if values := now.ValueSchema(); w.narrows && values != nil && tighter.TakesAnything(values) && now.Type == w.At.Old.Type {
		w.narrows = false
	}
	switch {
	case w.narrows && (now.ValueSchema() != nil || now.PreservesUnknownFields()):
		w.refuses(&unknownFieldsChecked, "undeclared fields of %s could hold anything and have a schema", w.field())
	case w.narrows:
		n := w.say(&unknownFieldsPruned, "undeclared fields of %s were kept and are pruned", w.field())
		if !w.At.Old.PreservesUnknownFields() {
			n.Help = "keep additionalProperties, or declare every field that objects may have"
		}
		n.search = w.search
	case w.widens && w.Keyword != "additionalProperties" && w.At.Old.ValueSchema() != nil && now.ValueSchema() == nil:
		// They were kept before with a schema; the removal of that schema is another change.
		w.say(&equivalent, "%s of %s makes no difference: its values may be anything", w.Keyword, w.field())
	case w.widens:
		text := "undeclared fields of %s are kept"
		if w.Keyword == "additionalProperties" && w.At.Old.ValueSchema() != nil {
			text = "values of %s may be anything"
		}
		w.say(&unknownFieldsKept, text, w.field())
		if w.Keyword == "additionalProperties" {
			w.defaultsGone(w.At.Old.ValueSchema(), w.At.New.ValueSchema(), finding.Segment{Name: "example"}, "values")
		}
	case w.refusesUnknown() && w.pair.new.Storage && len(w.comparison.new.Spec.Versions) > 1:
		// A conversion to the storage version then keeps undeclared fields.
		w.say(&unknownFieldsKept, "fields of other versions are kept in %s, which does not declare them", w.field())
	default:
		w.say(&equivalent, "%s of %s makes no difference", w.Keyword, w.field())
	}
}

// refusesUnknown reports whether additionalProperties is now false.
func (w *keyword) refusesUnknown() bool {
	is, ok := w.After.(*schema.SchemaOrBool)
	return ok && !is.Allows && is.Schema == nil
}

func (w *keyword) items() {
	switch {
	case w.narrows:
		w.refuses(&itemsChanged, "items of %s have a schema that they did not have", w.field())
	case w.widens:
		w.say(&unknownFieldsKept, "items of %s may be anything", w.field())
		w.defaultsGone(w.At.Old.ItemSchema(), w.At.New.ItemSchema(), finding.Segment{IsIndex: true}, "items")
	default:
		w.say(&equivalent, "items of %s is written in another way", w.field())
	}
}

func (w *keyword) resource() {
	if old, new := w.At.Old, w.At.New; !new.XEmbeddedResource && old.PreservesUnknownFields() && new.PreservesUnknownFields() {
		w.say(&boundsRelaxed, "%s needs no apiVersion and kind any more", w.field())
		return
	}
	message := "%s is no longer a whole resource"
	if w.At.New.XEmbeddedResource {
		message = "%s is a whole resource: it needs apiVersion and kind"
	}
	w.refuses(&resourceChanged, message, w.field())
}
