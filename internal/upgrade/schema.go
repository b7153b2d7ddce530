package upgrade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/accept"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/internal/tighter"
	"github.com/crdtool/crdtool/internal/witness"
	"github.com/crdtool/crdtool/schema"
)

// schemaChange says what the change of one keyword does.
func (c *comparison) schemaChange(p *pair, s *schemadiff.Change) {
	if hidden(s) {
		return
	}
	w := &keyword{comparison: c, pair: p, Change: s, narrows: s.Effect.Has(schemadiff.Narrows), widens: s.Effect.Has(schemadiff.Widens)}
	if w.narrows && (c.judge.KeepsAll(s) || w.vacuous() || w.keepsConstant()) {
		w.narrows = false
	}
	switch s.Keyword {
	case "type", "x-kubernetes-int-or-string":
		w.types()
	case "enum":
		w.enum()
	case "nullable":
		w.nullable()
	case "required":
		w.required()
	case "properties":
		w.properties()
	case "additionalProperties", "x-kubernetes-preserve-unknown-fields":
		w.unknownFields()
	case "items", "additionalItems":
		w.items()
	case "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type":
		w.merging()
	case "default":
		w.defaults()
	case "x-kubernetes-embedded-resource":
		w.resource()
	case "allOf", "anyOf", "oneOf", "not":
		w.branches()
	case "x-kubernetes-validations":
		w.rule()
	case "id", "$schema", "title", "description", "externalDocs", "example":
		w.say(&descriptionChanged, "%s of %s is another", s.Keyword, w.field())
	default:
		w.bound()
	}
}

// hidden reports whether another change says all there is to say: values below a field
// of another type, and values of a map that is none any more.
func hidden(s *schemadiff.Change) bool {
	retyping := s.Keyword == "type" || s.Keyword == "x-kubernetes-int-or-string"
	if s.At.Retyped && !retyping || retyping && s.Keyword == "x-kubernetes-int-or-string" && s.At.Old.Type != s.At.New.Type {
		return true
	}
	for at := s.At; at != nil; at = at.Parent {
		if at != s.At && at.Retyped {
			return true
		}
		if at.Crossed && at.Old.Role != schema.RoleProperty && at.Parent.New.ValueSchema() == nil && !at.Parent.New.PreservesUnknownFields() {
			return true
		}
	}
	return false
}

// keyword is the change of one keyword on its way to a sentence.
type keyword struct {
	*comparison
	*pair
	*schemadiff.Change
	narrows, widens bool
}

// field names the place in a sentence.
func (w *keyword) field() string {
	if f := w.Change.Field(); f != "" {
		return f
	}
	return "the object"
}

// say notes what the keyword's change does.
func (w *keyword) say(k *Kind, format string, args ...any) *Change {
	n := w.inVersion(k, w.pair.new.Name, prose.OneLine(fmt.Sprintf(format, args...)), w.OldPath(), w.Path())
	n.Field, n.Keyword, n.Name, n.schema = w.Change.Field(), w.Keyword, w.Name, w.Change
	if !w.pair.old.Served {
		n.Breaking = false // nobody can ask for it
	}
	return n
}

// refuses is say for a change by which values are refused.
func (w *keyword) refuses(k *Kind, format string, args ...any) *Change {
	n := w.say(k, format, args...)
	n.Effect = w.ratcheted()
	if w.inStatus() {
		n.Help = "let the controller stop writing it before the CRD is installed"
	}
	n.search = w.search
	return n
}

// inStatus reports whether a place is in a status that only requests to /status write.
func (w *keyword) inStatus() bool {
	f := w.Change.Field()
	return w.pair.new.HasStatus() && (f == "status" || strings.HasPrefix(f, "status.") || strings.HasPrefix(f, "status["))
}

// ratcheted says what becomes of stored objects with values that are refused.
func (w *keyword) ratcheted() string {
	if w.inStatus() {
		if !w.Server.Objects.Ratcheting {
			return "a controller that writes such a value to /status is refused, and so is every update of the status of a stored object with one"
		}
		return "a controller that writes such a value to /status is refused; stored objects with one can be updated until " + tighter.Until(w.Change) +
			" (before Kubernetes 1.30 not at all)"
	}
	if !w.Server.Objects.Ratcheting {
		return "manifests with such a value are refused, and so is every update of a stored object with one"
	}
	until := strings.Replace(tighter.Until(w.Change), "they change", "that value changes", 1)
	return "manifests with such a value are refused; stored objects with one can be updated until " + until +
		" (before Kubernetes 1.30 not at all)"
}

func (w *keyword) types() {
	was, is := typeOf(w.At.Old.Schema), typeOf(w.At.New.Schema)
	switch {
	case w.At.Retyped:
		w.refuses(&typeChanged, "%s was %s and is %s", w.field(), was, is)
	case w.widens:
		w.say(&typeWidened, "%s was %s and may be %s", w.field(), was, is)
	case w.narrows:
		w.refuses(&typeChanged, "%s was %s and is %s", w.field(), was, is)
	default:
		w.say(&equivalent, "%s of %s is written in another way", w.Keyword, w.field())
	}
}

// typeOf is the type of a schema in words.
func typeOf(s *schema.Schema) string {
	switch {
	case s.XIntOrString:
		return "int-or-string"
	case s.Type == "":
		return "any type"
	}
	return s.Type
}

func (w *keyword) enum() {
	switch {
	case w.Before == nil:
		if !w.narrows {
			w.say(&equivalent, "%s has an enum of all that it could be", w.field())
			return
		}
		w.refuses(&enumNarrowed, "%s accepted any value and accepts only %s", w.field(), listed(w.After.([]any)))
		return
	case w.After == nil:
		w.say(&enumWidened, "%s accepted only %s and accepts any value", w.field(), listed(w.Before.([]any)))
		return
	}
	gone, more := w.without(w.Before.([]any), w.After.([]any), w.At.Old), w.without(w.After.([]any), w.Before.([]any), w.At.New)
	if len(gone) > 0 && w.narrows {
		w.refuses(&enumNarrowed, "%s no longer accepts %s", w.field(), listed(gone))
	}
	if len(more) > 0 {
		w.say(&enumWidened, "%s also accepts %s", w.field(), listed(more))
	}
	if len(gone) == 0 && len(more) == 0 {
		w.say(&equivalent, "the enum of %s is written in another way", w.field())
	}
}

// without are the values of a list that another lacks, and that the rest of a schema
// accepts.
func (w *keyword) without(list, other []any, of *schema.Node) []any {
	known := schema.SetOf(other)
	rest := *of.Schema
	rest.Enum = nil
	var left []any
	for _, v := range list {
		if !known.Has(v) && accept.Value(w.Server, &rest, v) {
			left = append(left, v)
		}
	}
	return left
}

// listed are values in a sentence, as far as that has room.
func listed(values []any) string {
	const most = 5
	var all []string
	for i, v := range values {
		if i == most && len(values) > most+1 {
			all = append(all, fmt.Sprintf("%d others", len(values)-most))
			break
		}
		all = append(all, shortened(prose.JSON(v)))
	}
	return prose.Or(all)
}

func shortened(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func (w *keyword) nullable() {
	switch {
	case w.widens:
		w.say(&nullableAdded, "%s may be null", w.field())
		if w.At.New.Role == schema.RoleProperty {
			w.nullClash(w.At.Parent, w.At.New.Name)
			w.nullScale()
		}
	case !w.narrows || w.At.New.PreservesUnknownFields() && w.At.New.Role != schema.RoleItems:
		w.say(&equivalent, "%s was nullable and is not, which makes no difference", w.field())
	case w.At.New.Role == schema.RoleItems:
		w.refuses(&nullableRemoved, "%s is no longer nullable", w.field())
	default:
		n := w.refuses(&nullableRemoved, "%s is no longer nullable", w.field())
		n.Effect = "null is dropped there, or replaced by the default, also from stored objects"
	}
}

func (w *keyword) required() {
	switch {
	case w.Name == "" || !w.narrows && !w.widens:
		w.say(&equivalent, "required of %s is written in another way", w.field())
	case w.narrows:
		if s := w.At.New.Property(w.Name); s != nil && s.Default != nil && !w.dropsStatus() {
			w.say(&equivalent, "%s is required, and has a default", w.field())
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

// dropsStatus reports whether the field is the status, which a create drops after its
// default was set.
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
		n.search = w.but(func(s *witness.Search) {
			s.Value, s.Field, s.Values, s.Below = []finding.Segment{{Name: "metadata"}, {Name: name}}, "", someNames, true
		})
	case w.narrows && !takesAnything(w.After.(*schema.Schema)):
		w.refuses(&unknownFieldsChecked, "%s could hold anything and has a schema", w.field())
	case w.After.(*schema.Schema).Default != nil:
		is := w.After.(*schema.Schema).Default
		w.say(&fieldWithDefault, "%s is new, with a default", w.field())
		w.clash(w.At, w.Name, is)
		w.changeClash(w.After.(*schema.Schema), w.Path(), append(wayTo(w.At), finding.Segment{Name: w.Name}), is, false)
	case w.widens || w.narrows:
		w.say(&fieldAdded, "%s is new", w.field())
	default:
		w.say(&fieldAdded, "%s is declared", w.field())
	}
}

// undeclared says what comes of it that a field is no longer declared, and kept all the
// same: nobody sets its default.
func (w *keyword) undeclared(was *schema.Schema) {
	if !was.Nullable && was.Default == nil {
		w.nullClash(w.At, w.Name)
	}
	values := w.At.New.ValueSchema()
	switch {
	case was.Default != nil && (values == nil || schema.SameValue(values.Default, was.Default)):
		// Where the values of the map have another default, that is a change of its own. Theirs
		// are for null alone.
		n := w.say(&defaultRemoved, "%s had the default %s, and is no longer declared", w.field(), shortened(prose.JSON(was.Default)))
		n.search = w.but(func(s *witness.Search) { s.Absent = true })
	case values == nil && setsDefaults(was):
		n := w.say(&defaultRemoved, "%s had defaults in it, and is no longer declared", w.field())
		n.search = w.but(func(s *witness.Search) { s.Values = nil })
	default:
		w.say(&equivalent, "%s is no longer declared, and kept as an undeclared field", w.field())
	}
}

// defaultsGone notes that nobody sets the defaults in items, or in the values of a map, of
// which nothing is declared any more.
func (w *keyword) defaultsGone(was, is *schema.Schema, step finding.Segment, name string) {
	if was == nil || is != nil || !setsDefaults(was) {
		return
	}
	n := w.say(&defaultRemoved, "%s of %s had defaults in them, and are no longer declared", name, w.field())
	n.search = w.but(func(s *witness.Search) { s.Value, s.Values = append(s.Value, step), nil })
}

// setsDefaults reports whether there is a default below a schema.
func setsDefaults(s *schema.Schema) bool {
	return schema.NewTree(s, nil).Any(func(s *schema.Schema) bool { return s.Default != nil })
}

// takesAnything reports whether a schema keeps every value as it is.
func takesAnything(s *schema.Schema) bool {
	bare := schema.Schema{XPreserveUnknownFields: s.XPreserveUnknownFields, Title: s.Title, Description: s.Description, Example: s.Example}
	return s.PreservesUnknownFields() && schema.Equal(s, &bare)
}

func (w *keyword) unknownFields() {
	now := w.At.New
	if values := now.ValueSchema(); w.narrows && values != nil && takesAnything(values) && now.Type == w.At.Old.Type {
		w.narrows = false
	}
	switch {
	case w.narrows && (now.ValueSchema() != nil || now.PreservesUnknownFields()):
		w.refuses(&unknownFieldsChecked, "undeclared fields of %s could hold anything and have a schema", w.field())
	case w.narrows:
		n := w.say(&unknownFieldsPruned, "undeclared fields of %s were kept and are pruned", w.field())
		n.search = w.search
	case w.widens:
		w.say(&unknownFieldsKept, "undeclared fields of %s are kept", w.field())
		if w.Keyword == "additionalProperties" {
			w.defaultsGone(w.At.Old.ValueSchema(), w.At.New.ValueSchema(), finding.Segment{Name: "example"}, "values")
		}
	default:
		w.say(&equivalent, "%s of %s makes no difference", w.Keyword, w.field())
	}
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

func (w *keyword) merging() {
	old, new := w.At.Old.Schema, w.At.New.Schema
	if w.Keyword == "x-kubernetes-list-map-keys" && old.ListType() != new.ListType() {
		return // the list type says so
	}
	if w.Effect == schemadiff.Same {
		w.say(&equivalent, "%s of %s is the default", w.Keyword, w.field())
		return
	}
	n := w.say(&listTypeChanged, "%s was %s and is %s", w.field(), merged(old), merged(new))
	n.search = w.search
	if whole(new) && !whole(old) {
		n.Effect = "server-side apply replaces it as a whole from now on: what others have set in it goes"
	} else if whole(old) {
		n.Effect = "server-side apply merges it from now on: what it leaves out stays, unless nobody else has set it"
	}
	if w.narrows {
		n.Effect += "; lists that have an item twice are refused"
	}
}

// whole reports whether a list, or a map, is replaced as a whole.
func whole(s *schema.Schema) bool {
	if s.Type == "object" {
		return s.MapType() == "atomic"
	}
	return s.ListType() == "" || s.ListType() == "atomic"
}

// merged says how lists, or maps, are merged.
func merged(s *schema.Schema) string {
	if s.Type == "object" {
		if s.MapType() == "atomic" {
			return "an atomic map"
		}
		return "a granular map"
	}
	switch t := s.ListType(); t {
	case "", "atomic":
		return "an atomic list"
	case "map":
		keys := slices.Sorted(slices.Values(s.XListMapKeys))
		return "a map with " + map[bool]string{true: "the key ", false: "the keys "}[len(keys) == 1] + strings.Join(keys, ", ")
	case "set":
		return "a set"
	default:
		return "an " + t + " list"
	}
}

func (w *keyword) defaults() {
	var n *Change
	switch {
	case w.Before == nil:
		n = w.say(&defaultAdded, "%s has the default %s", w.field(), shortened(prose.JSON(w.After)))
		n.search = w.search
		if at := w.At; at.Parent != nil && at.New.Role == schema.RoleProperty {
			w.clash(at.Parent, at.New.Name, w.After)
			w.changeClash(at.New.Schema, at.Path(), wayTo(at), w.After, true)
		}
		return
	case w.After == nil && w.requiredNow():
		n = w.say(&defaultRemoved, "%s had the default %s, has none, and is required", w.field(), shortened(prose.JSON(w.Before)))
		n.Effect = "manifests without it are refused"
	case w.After == nil:
		n = w.say(&defaultRemoved, "%s had the default %s and has none", w.field(), shortened(prose.JSON(w.Before)))
	case w.inStatus():
		n = w.say(&defaultChanged, "the default of %s was %s and is %s", w.field(), shortened(prose.JSON(w.Before)), shortened(prose.JSON(w.After)))
		n.Breaking, n.Effect, n.Help = false, "new objects begin with another status; it stays until the controller writes one", ""
	default:
		n = w.say(&defaultChanged, "the default of %s was %s and is %s", w.field(), shortened(prose.JSON(w.Before)), shortened(prose.JSON(w.After)))
	}
	n.search = w.search
}

func (w *keyword) requiredNow() bool {
	return w.At.Parent != nil && w.At.New.Role == schema.RoleProperty && slices.Contains(w.At.Parent.New.Required, w.At.New.Name)
}

func (w *keyword) resource() {
	message := "%s is no longer a whole resource"
	if w.At.New.XEmbeddedResource {
		message = "%s is a whole resource: it needs apiVersion and kind"
	}
	w.refuses(&resourceChanged, message, w.field())
}

func (w *keyword) branches() {
	switch {
	case w.narrows:
		w.refuses(&branchesChanged, "%s of %s is another", w.Keyword, w.field())
	case w.widens:
		w.say(&branchesRelaxed, "%s of %s accepts more", w.Keyword, w.field())
	default:
		w.say(&equivalent, "%s of %s is written in another way", w.Keyword, w.field())
	}
}

func (w *keyword) bound() {
	if w.narrows && (w.judge.ChecksNothing(w.Change) || w.judge.ImpliedByPattern(w.Change)) {
		w.narrows = false
	}
	example := ""
	if w.narrows && w.Keyword == "pattern" && w.Before != nil && w.After != nil {
		does, text := w.judge.Pattern(w.Change)
		switch does {
		case tighter.KeepsStrings:
			w.narrows = false
		case tighter.RefusesThis:
			example = ": " + shortened(prose.JSON(text)) + " is refused"
		}
	}
	switch {
	case w.narrows:
		w.refuses(&boundsTightened, "%s%s", w.change(), example)
	case w.widens:
		w.say(&boundsRelaxed, "%s", w.change())
	default:
		w.say(&equivalent, "%s, which makes no difference", w.change())
	}
}

// change says what a keyword was and is.
func (w *keyword) change() string {
	switch {
	case w.Before == nil:
		return fmt.Sprintf("%s of %s is new: %s", w.Keyword, w.field(), plainly(w.After))
	case w.After == nil:
		return fmt.Sprintf("%s of %s is gone: it was %s", w.Keyword, w.field(), plainly(w.Before))
	}
	return fmt.Sprintf("%s of %s was %s and is %s", w.Keyword, w.field(), plainly(w.Before), plainly(w.After))
}

// plainly is a bound without an exponent.
func plainly(bound any) string {
	switch v := bound.(type) {
	case float64:
		return prose.Decimal(v)
	case string:
		return shortened(v)
	case bool, int64:
		return fmt.Sprint(v)
	}
	return "another"
}

func (w *keyword) rule() {
	was, _ := w.Before.(*schema.ValidationRule)
	is, _ := w.After.(*schema.ValidationRule)
	if was == nil && is == nil {
		w.say(&equivalent, "the CEL rules of %s are in another order", w.field())
		return
	}
	if e := w.expression(); e != nil && (w.narrows || w.widens) {
		if w.narrows && w.judge.Implied(e.Parse, is, was, w.At.Old.XValidations, w.At) {
			w.narrows = false
		}
		if w.widens && w.judge.Implied(e.Parse, was, is, w.At.New.XValidations, nil) {
			w.widens = false
		}
	}
	if w.narrows && was == nil && w.neverFails() {
		w.say(&ruleOnNew, "%s has a new CEL rule that refuses nothing that the rest of the schema accepts: %s", w.field(), shortened(is.Rule))
		return
	}
	if w.narrows && w.expression() != nil && w.judge.Vacuous(w.expression().Parse, is, w.At) {
		w.narrows = false
		if was == nil {
			w.say(&ruleOnNew, "%s has a new CEL rule, which passes for all that was accepted: %s", w.field(), shortened(is.Rule))
			return
		}
	}
	switch {
	case w.narrows && was == nil:
		w.atRule(w.refuses(&ruleAdded, "%s has a new CEL rule: %s", w.field(), shortened(is.Rule)))
	case w.narrows:
		w.atRule(w.refuses(&ruleChanged, "a CEL rule of %s is another: %s", w.field(), shortened(is.Rule)))
	case w.widens && is == nil:
		w.say(&ruleRelaxed, "a CEL rule of %s is gone: %s", w.field(), shortened(was.Rule))
	case w.widens:
		w.say(&ruleRelaxed, "a CEL rule of %s accepts more: %s", w.field(), shortened(is.Rule))
	case w.Effect.Has(schemadiff.Meaning):
		w.say(&reasonChanged, "a CEL rule of %s refuses with another reason or field path", w.field())
	case w.Effect.Has(schemadiff.Documents):
		w.say(&messageChanged, "a CEL rule of %s refuses in other words", w.field())
	default:
		w.say(&equivalent, "a CEL rule of %s says the same in another way", w.field())
	}
}

func (w *keyword) atRule(n *Change) {
	n.New = w.Path().Child("rule")
	if w.Before != nil {
		n.Old = w.OldPath().Child("rule")
	}
	if is := w.After.(*schema.ValidationRule); strings.Contains(is.Rule, "oldSelf") && !tighter.OptionalOldSelf(is) {
		n.Effect = "updates that break it are refused"
	}
}

var _ = finding.Error
