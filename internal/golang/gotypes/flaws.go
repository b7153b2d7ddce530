package gotypes

import (
	"fmt"
	"go/ast"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Flaw is a marker that controller-gen does not read as it is meant.
type Flaw struct {
	At Position
	// Refused is set if controller-gen writes no CRDs because of it. Otherwise it ignores the marker.
	Refused       bool
	Message, Help string
	// Instead is what was probably meant to stand there; "" if that is not known.
	Instead string
}

// Flaws lists what controller-gen refuses or ignores of the markers in a file. It reads all of them, but applies those of
// the types that CRDs use alone: used has the offsets of their names. If it is nil, that are all types but lists of kinds.
func (m *Module) Flaws(name string, by Generator, used map[int]bool) []Flaw {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.latest()
	p := c.packageOf(name)
	f := flawFinder{m: c, file: name}
	f.g = &generator{m: c, minor: c.generatorMinor(by, p), flats: map[*raw]*raw{}, flaws: &f}
	maps.DeleteFunc(p.schema, func(k schemaKey, _ *raw) bool { return k.checked }) // else their flaws are found once
	for _, t := range p.declarations(name) {
		f.known(t.typeMarkers(), onType)
		f.spec(t.typeMarkers())
		f.isUnused = used != nil && !used[t.file.tok.Offset(t.spec.Name.Pos())] || used == nil && isList(t)
		f.g.named(&ref{p: p, t: t})
	}
	slices.SortStableFunc(f.found, func(a, b Flaw) int { return a.At.From - b.At.From })
	return slices.CompactFunc(f.found, func(a, b Flaw) bool { return a.At.From == b.At.From && a.Message == b.Message })
}

// flawFinder collects the flaws of the markers in a file.
type flawFinder struct {
	m     *code
	file  string
	g     *generator
	found []Flaw
	// isUnused is set while markers are read that are not applied.
	isUnused bool
}

// isList reports whether a type is the list of a kind.
func isList(t *typeDecl) bool {
	s, ok := t.spec.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 && typeName(f.Type) == "ListMeta" })
}

func (f *flawFinder) refuse(n *note, help, format string, args ...any) {
	f.add(n, Flaw{Refused: true, Message: "controller-gen refuses it: " + fmt.Sprintf(format, args...), Help: help})
}

func (f *flawFinder) add(n *note, flaw Flaw) {
	if f == nil || n.file == nil || n.file.name != f.file {
		return
	}
	flaw.At = f.m.position(noteAt(n, nil), true)
	f.found = append(f.found, flaw)
}

// otherTools are prefixes of markers that controller-gen reads for other files, or that other tools read.
var otherTools = []string{"kubebuilder:object", "kubebuilder:rbac", "kubebuilder:webhook", "kubebuilder:ac", "kubebuilder:scaffold", "kubebuilder:skip", "kubebuilder:docs-gen",
	"kubebuilder:doc", "kubebuilder:conversion"}

// known adds the markers that controller-gen does not know at their place.
func (f *flawFinder) known(notes []*note, where on) {
	for _, n := range notes {
		if m, _, name, ok := knownMarker(n, where); ok {
			if m.since > f.g.minor {
				f.add(n, Flaw{Message: fmt.Sprintf("controller-gen v0.%d ignores +%s, which is known since v0.%d", f.g.minor, name, m.since)})
			}
			continue
		}
		if _, ok := specMarkers[n.name]; ok || specMarkers[n.base] != nil {
			if where == onField {
				f.add(n, Flaw{Message: "controller-gen ignores +" + n.base + " on a field", Help: "write it above the type of the kind"})
			}
			continue
		}
		if m, _, name, ok := knownMarker(n, onField|onType); ok {
			place, instead := "a field", "a type"
			if where == onType {
				place, instead = "a type", "a field"
			}
			if name == "k8s:enum" {
				f.refuse(n, "write it above the type", "+%s must be on a type", name)
				continue
			}
			if f.readOnPackages(name) || m.on&where != 0 {
				continue
			}
			f.add(n, Flaw{Message: "controller-gen ignores +" + name + " on " + place, Help: "write it above " + instead})
			continue
		}
		f.unknown(n, where)
	}
}

// readOnPackages reports whether a marker stands for a whole package where it is not about a field.
func (f *flawFinder) readOnPackages(name string) bool {
	return name == "kubebuilder:validation:Optional" || name == "kubebuilder:validation:Required"
}

// unknown adds a marker of a name that is probably a misspelling, or that is none of controller-gen's validations.
func (f *flawFinder) unknown(n *note, where on) {
	name := n.name
	if slices.ContainsFunc(otherTools, func(t string) bool { return strings.HasPrefix(name, t) }) || strings.ContainsAny(name, " \t") {
		return
	}
	var names []string
	for _, m := range Markers() {
		if where == onField && m.OnField || where == onType && m.OnType {
			names = append(names, m.Name)
		}
	}
	written, meant := name, ""
	if strings.HasPrefix(name, "kubebuilder:") {
		for _, text := range []string{n.name, n.base} {
			if meant == "" {
				written, meant = text, nearest.Name(text, names)
			}
		}
	} else if i := slices.IndexFunc(names, func(s string) bool { return strings.EqualFold(s, name) }); i >= 0 {
		meant = names[i]
	}
	if meant == "" && !strings.HasPrefix(name, validationPrefix) {
		return // it may be one of another tool
	}
	flaw := Flaw{Message: "controller-gen does not know +" + name + ", and ignores it"}
	if meant != "" {
		flaw.Help = "did you mean +" + meant + "?"
		flaw.Instead = strings.Replace(n.text, written, meant, 1)
	}
	f.add(n, flaw)
}

// needed are the arguments that markers cannot do without.
var needed = map[string][]string{
	validationPrefix + "XValidation": {"rule"}, validationPrefix + "items:XValidation": {"rule"},
	"kubebuilder:externalDocs":      {"url"},
	"kubebuilder:printcolumn":       {"name", "type", "JSONPath"},
	"kubebuilder:subresource:scale": {"specpath", "statuspath"},
	"kubebuilder:selectablefield":   {"JSONPath"},
}

// spec adds the markers about the CRD whose arguments controller-gen cannot read.
func (f *flawFinder) spec(notes []*note) {
	for _, n := range notes {
		name, fields := n.name, specMarkers[n.name]
		if _, ok := specMarkers[name]; !ok {
			if name, fields = n.base, specMarkers[n.base]; fields == nil {
				continue
			}
		}
		if fields != nil {
			f.arguments(n, name, fields, parseArgs(n, fieldsArg, fields))
		}
	}
}

// arguments adds a marker with several arguments of which one is unknown, missing or cannot be read.
func (f *flawFinder) arguments(n *note, name string, fields map[string]argKind, a *args) bool {
	if f == nil {
		return true
	}
	if a.bad {
		f.refuse(n, "", "the arguments of +%s cannot be read", name)
		return false
	}
	for _, arg := range needed[name] {
		if _, ok := a.fields[arg]; !ok {
			f.refuse(n, "", "+%s needs the argument %s", name, arg)
			return false
		}
	}
	return true
}

// applied adds what controller-gen refuses when it applies a marker to a schema.
func (f *flawFinder) applied(s *raw, n *note, m marker, name string) {
	if f == nil || n.file == nil || n.file.name != f.file {
		return
	}
	a := parseArgs(n, m.arg, m.fields)
	if m.arg == fieldsArg {
		if !f.arguments(n, name, m.fields, a) {
			return
		}
	} else if a.bad && !strings.HasPrefix(strings.TrimSpace(n.args), "ref(") {
		f.refuse(n, "", "the value of +%s cannot be read as %s", name, m.arg.describe())
		return
	}
	if f.isUnused {
		return
	}
	f.value(n, m, name, a)
	if name == "k8s:required" || name == "k8s:optional" || s.unread {
		return
	}
	typ, _ := s.value("type").(string)
	if !typed(m.keyword, typ, s.word("x-kubernetes-int-or-string") != nil) {
		what := typ
		if what == "" {
			what = "of a type that is not known there"
		}
		f.refuse(n, "", "+%s is for %s, and this is %s", name, takenBy(m.keyword), what)
		return
	}
	if v, ok := a.value.(float64); ok && typ == "integer" && v != math.Trunc(v) {
		f.refuse(n, "", "+%s has a fraction, and this is an integer", name)
	}
	if m.keyword == "x-kubernetes-list-map-keys" && s.value("x-kubernetes-list-type") != "map" {
		f.refuse(n, "add +listType=map", "+%s is for lists with +listType=map", name)
	}
}

// value adds a marker whose value is none of those that controller-gen takes.
func (f *flawFinder) value(n *note, m marker, name string, a *args) {
	var takes []string
	is, _ := a.value.(string)
	switch m.keyword {
	case "x-kubernetes-list-type":
		takes = []string{"atomic", "set", "map"}
	case "x-kubernetes-map-type":
		takes = []string{"atomic", "granular"}
	case rulesKeyword:
		if is, _ = a.fields["reason"].(string); is != "" {
			takes = Reasons()
		}
	}
	if len(takes) > 0 && !slices.Contains(takes, is) {
		flaw := Flaw{Refused: true, Message: fmt.Sprintf("controller-gen refuses it: +%s does not take %q", name, is), Help: "write one of " + strings.Join(takes, ", ")}
		if meant, i := nearest.Name(is, takes), strings.LastIndex(n.text, is); meant != "" && i >= 0 {
			flaw.Instead = n.text[:i] + meant + n.text[i+len(is):]
		}
		f.add(n, flaw)
	}
}

// Reasons are the reasons that a rule may give.
func Reasons() []string {
	return []string{"FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"}
}

// takenBy names the schemas that have a keyword.
func takenBy(keyword string) string {
	switch keyword {
	case "maxItems", "minItems", "uniqueItems", "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		return "lists"
	case "maxLength", "minLength", "pattern":
		return "strings"
	case "minProperties", "maxProperties":
		return "objects and maps"
	}
	return "numbers"
}

// describe names the values of a kind of argument.
func (k argKind) describe() string {
	switch k {
	case intArg:
		return "an integer"
	case numberArg:
		return "a number"
	case boolArg:
		return "true or false"
	case anysArg, stringsArg:
		return "a list, as in a;b"
	case jsonArg:
		return "JSON"
	}
	return "a value"
}
