package applydry

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/dryrun"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/nearest"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint"
)

// The rules of the library's findings that have words of their own here.
const (
	schemaRule   = "schema"
	listRule     = "list-type"
	celRule      = "cel-failed"
	notEvaluated = "rules-not-checked"
)

// export turns a finding into the report's form.
func export(file string, f *finding.Finding) Finding {
	out := Finding{Finding: lint.Finding{
		Rule: f.Rule, Severity: f.Severity, Message: f.Message, Help: f.Help,
		File: file, Line: f.Pos.Line, Column: f.Pos.Column, EndLine: f.Pos.EndLine, EndColumn: f.Pos.EndColumn,
		Path: f.Path.File(),
	}}
	if f.Type != "" {
		out.ServerPath, out.ServerMessage = f.Path.Server(), f.ServerMessage()
	}
	if out.Message == "" {
		out.Message = out.ServerMessage
	}
	return out
}

// explainAll says each of the server's findings in terms of the file.
func (q *request) explainAll(found finding.List) []Finding {
	out := make([]Finding, len(found))
	for i := range found {
		out[i] = q.explain(&found[i])
	}
	return out
}

func (q *request) explain(f *finding.Finding) Finding {
	at := f.Path
	if f.Rule == schemaRule && at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the value that the server's text names
	}
	words := finding.Finding{
		Rule: f.Rule, Severity: f.Severity, Type: f.Type, Path: f.Path, Value: f.Value, Detail: f.Detail,
		Pos: q.doc.Locate(at.Segments()),
	}
	keyword := ""
	switch f.Rule {
	case schemaRule:
		words.Message, keyword, words.Help = q.schemaWords(f, at)
	case listRule:
		words.Message, keyword, words.Help = q.listWords(f)
	case celRule:
		words.Message = strings.TrimPrefix(f.Detail, "failed rule: ")
	case notEvaluated:
		words.Message = "the rules were not evaluated, since the object is invalid; correct the other errors first"
	}
	out := export(q.doc.File.Name, &words)
	if at != nil {
		out.Path = at.File()
	}
	switch {
	case f.Rule == celRule && len(f.Related) > 0:
		rule := &f.Related[0]
		out.IsRule, out.SchemaText = true, rule.Message
		out.SchemaFile, out.SchemaLine = q.def.doc.File.Name, q.def.doc.LocateKey(rule.Path.Child("rule").Segments()).Line
	case keyword != "":
		q.setBy(&out, at, keyword)
	}
	return out
}

// schemaWords words what the schema does not allow, and names the keyword that
// does not.
func (q *request) schemaWords(f *finding.Finding, at *finding.Path) (message, keyword, help string) {
	_, s := q.def.resource.SchemaPath(q.version, at)
	value := short(f.Value)
	switch f.Type {
	case "FieldValueNotSupported":
		message = fmt.Sprintf("%s is not one of the values that are allowed", value)
		if s != nil && len(s.Enum) > 0 {
			var allowed []string
			for _, e := range s.Enum {
				allowed = append(allowed, short(e))
			}
			message = fmt.Sprintf("%s is not one of %s", value, enumerate(allowed))
			if near := nearest.Name(value, allowed); near != "" {
				help = fmt.Sprintf("did you mean %s?", near)
			}
		}
		return message, "enum", help
	case "FieldValueRequired":
		return "required, but absent", "required", ""
	case "FieldValueTooLong":
		limit := number(f.Detail)
		message = fmt.Sprintf("longer than the %s characters that are allowed", limit)
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.ScalarNode {
			if text, ok := source.String(n, q.doc.JSON); ok {
				message = fmt.Sprintf("%d characters, where %s are allowed", len([]rune(text)), limit)
			}
		}
		return message, "maxLength", ""
	case "FieldValueTooMany":
		keyword = "maxItems"
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.MappingNode {
			keyword = "maxProperties"
		}
		return fmt.Sprintf("%v are more than the %s that are allowed", f.Value, number(f.Detail)), keyword, ""
	}
	return q.invalidWords(f, at, value)
}

// limits are the keywords behind the texts of the server's validator.
var limits = []struct{ text, keyword string }{
	{"should be greater than", "minimum"},
	{"should be less than", "maximum"},
	{"should be a multiple of", "multipleOf"},
	{"should match", "pattern"},
	{"chars long", "minLength"},
	{"items", "minItems"},
	{"properties", "minProperties"},
	{"is a forbidden property", "additionalProperties"},
	{"(anyOf)", "anyOf"},
	{"(oneOf)", "oneOf"},
	{"(allOf)", "allOf"},
	{"(not)", "not"},
}

// invalidWords words what the server calls an invalid value.
func (q *request) invalidWords(f *finding.Finding, at *finding.Path, value string) (message, keyword, help string) {
	_, said, inBody := strings.Cut(f.Detail, " in body ")
	if wanted, ok := strings.CutPrefix(said, "must be of type "); ok {
		wanted, _, _ = strings.Cut(wanted, ":")
		return q.typeWords(at, wanted, value)
	}
	for _, l := range limits {
		if !strings.Contains(f.Detail, l.text) {
			continue
		}
		keyword = l.keyword
		break
	}
	switch {
	case !inBody:
		return "", keyword, "" // the server's words say it all
	case strings.HasPrefix(said, "should have"):
		return said, keyword, "" // the value is that of no field
	}
	return value + " " + said, keyword, ""
}

// typeWords words a value of a wrong type, or in a wrong format.
func (q *request) typeWords(at *finding.Path, wanted, value string) (message, keyword, help string) {
	if _, s := q.def.resource.SchemaPath(q.version, at); s != nil && s.Format == wanted {
		return fmt.Sprintf("%s is not in the format %s", value, wanted), "format", ""
	}
	n, exact := q.doc.Node(at.Segments())
	if !exact {
		return "of type " + value + ", where " + wanted + " is wanted", "type", ""
	}
	found := source.Value(n, q.doc.JSON)
	message = fmt.Sprintf("%s, where %s is wanted", described(found), article(wanted))
	switch v := found.(type) {
	case string:
		if _, err := strconv.ParseFloat(v, 64); err == nil && strings.Contains(wanted+"number", "number") && wanted != "object" && wanted != "array" ||
			wanted == "boolean" && (v == "true" || v == "false") {
			help = "write it without quotes"
		}
	case bool, int64, float64:
		if wanted == "string" {
			help = fmt.Sprintf("put it in quotes: %q", n.Value)
		}
	case nil:
		help = "remove it, or give it a value"
	}
	return message, "type", help
}

func described(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "the string " + short(v)
	case bool:
		return "the boolean " + short(v)
	default:
		return "the number " + short(v)
	}
}

func article(typeName string) string {
	switch typeName {
	case "array":
		return "a list"
	case "object", "integer":
		return "an " + typeName
	case "integer,string":
		return "an integer or a string"
	}
	return "a " + typeName
}

// listWords words a repeated item.
func (q *request) listWords(f *finding.Finding) (message, keyword, help string) {
	_, s := q.def.resource.SchemaPath(q.version, f.Path.Parent())
	if f.Type != "FieldValueDuplicate" || s == nil {
		return "", "x-kubernetes-list-type", ""
	}
	if s.ListType() == "map" {
		return fmt.Sprintf("an item with %s stands above; items of this list differ in %s", short(f.Value), enumerate(s.XListMapKeys)), "x-kubernetes-list-map-keys", ""
	}
	return fmt.Sprintf("%s stands above; the list is a set", short(f.Value)), "x-kubernetes-list-type", ""
}

// setBy finds the keyword in the CRD that a finding at a place in the object
// comes from: in the schema of that place, of its parent, or in what these
// combine.
func (q *request) setBy(out *Finding, at *finding.Path, keyword string) {
	doc := q.def.doc
	place, s := q.def.resource.SchemaPath(q.version, at)
	if keyword == "required" || strings.HasPrefix(keyword, "x-kubernetes-list") {
		place, s = q.def.resource.SchemaPath(q.version, at.Parent())
	}
	if place == nil {
		return
	}
	line := 0
	if p, ok := keywordPath(doc, place, keyword); ok && s != nil {
		line = doc.LocateKey(p.Segments()).Line
	} else {
		line = doc.LocateKey(place.Segments()).Line
	}
	out.SchemaFile, out.SchemaLine = doc.File.Name, line
	out.SchemaText = strings.TrimSpace(doc.File.Line(line))
}

// keywordPath finds a keyword in a schema or in those that it combines.
func keywordPath(doc *source.Document, schema *finding.Path, keyword string) (*finding.Path, bool) {
	if p := schema.Child(keyword); has(doc, p) {
		return p, true
	}
	for _, junctor := range [...]string{"allOf", "anyOf", "oneOf"} {
		n, exact := doc.Node(schema.Child(junctor).Segments())
		if !exact || n.Kind != yaml.SequenceNode {
			continue
		}
		for i := range n.Content {
			if p := schema.Child(junctor).Index(i).Child(keyword); has(doc, p) {
				return p, true
			}
		}
	}
	return nil, false
}

func has(doc *source.Document, p *finding.Path) bool {
	_, exact := doc.Node(p.Segments())
	return exact
}

// explainRefusal says why a request is refused that the server gives no causes
// for.
func (q *request) explainRefusal(a *dryrun.Result) []Finding {
	var out []Finding
	add := func(rule string, at *finding.Path, message, help string) {
		out = append(out, about(q.doc, rule, at, finding.Error, message, help))
	}
	v := q.def.version(q.version)
	switch {
	case a.APIServer.Code == http.StatusNotFound && (v == nil || !v.Served):
		q.explainVersion(v != nil, add)
		return out
	case a.APIServer.Code == http.StatusNotFound && !q.isThere:
		add("not-found", finding.Root("metadata", "name"), fmt.Sprintf("no live object %q, whose %s could be written", q.id.name, q.opts.Subresource), "")
		return out
	case a.APIServer.Code == http.StatusNotFound:
		add("no-subresource", apiVersionPath, fmt.Sprintf("version %s of the CRD has no %s subresource", q.version, q.opts.Subresource), "")
		return out
	}
	if strings.Contains(a.APIServer.Message, "strict decoding error: ") {
		for _, e := range a.Trace {
			switch {
			case e.Action == dryrun.Pruned, e.Stage == dryrun.Metadata && e.Action == dryrun.Dropped && e.Reason == "no such field in ObjectMeta":
				message, help := "no such field", ""
				if near := q.misspelt(e.At); near != "" {
					help = fmt.Sprintf("did you mean %q?", near)
				}
				f := about(q.doc, "unknown-field", e.At, finding.Error, message, help)
				pos := q.doc.LocateKey(e.At.Segments())
				f.Line, f.Column, f.EndLine, f.EndColumn = pos.Line, pos.Column, pos.EndLine, pos.EndColumn
				out = append(out, f)
			}
		}
		out = append(out, q.repeated()...)
	}
	if len(out) == 0 {
		add("refused", nil, a.APIServer.Message, "")
	}
	for i := range out {
		out[i].ServerMessage = ""
	}
	return out
}

func (q *request) explainVersion(exists bool, add func(rule string, at *finding.Path, message, help string)) {
	var served []string
	for i := range q.def.crd.Spec.Versions {
		if v := &q.def.crd.Spec.Versions[i]; v.Served {
			served = append(served, v.Name)
		}
	}
	message := fmt.Sprintf("the CRD has no version %q", q.version)
	if exists {
		message = fmt.Sprintf("version %q is not served", q.version)
	}
	help := "none is served"
	switch near := nearest.Name(q.version, served); {
	case near != "" && len(served) > 1:
		help = fmt.Sprintf("served are %s; did you mean %s/%s?", enumerate(served), q.def.group, near)
	case len(served) == 1:
		help = fmt.Sprintf("served is %s/%s", q.def.group, served[0])
	case len(served) > 1:
		help = "served are " + enumerate(served)
	}
	add("version", apiVersionPath, message, help)
}

// repeated finds the keys that a document has twice.
func (q *request) repeated() []Finding {
	var out []Finding
	var walk func(n *yaml.Node, at *finding.Path)
	walk = func(n *yaml.Node, at *finding.Path) {
		switch n.Kind {
		case yaml.MappingNode:
			var seen []string
			for e := range source.Entries(n, q.doc.JSON) {
				p := at.Child(e.Key)
				if slices.Contains(seen, e.Key) && !e.Merged {
					f := finding.Finding{Rule: "duplicate-field", Path: p, Message: "written twice; the last one counts", Help: "keep one of the two", Pos: q.doc.NodePos(e.KeyNode)}
					out = append(out, export(q.doc.File.Name, &f))
				}
				seen = append(seen, e.Key)
				walk(e.Value, p)
			}
		case yaml.SequenceNode:
			for i, item := range n.Content {
				walk(item, at.Index(i))
			}
		}
	}
	walk(q.doc.Root, nil)
	return out
}

// number returns the first number in a text.
func number(text string) string {
	for _, word := range strings.Fields(text) {
		if _, err := strconv.Atoi(word); err == nil {
			return word
		}
	}
	return ""
}

// short is a value as it is quoted: as JSON, and not at any length.
func short(v any) string {
	const most = 60
	b, err := json.Marshal(v)
	s := string(b)
	if text, ok := v.(string); ok {
		s = strconv.Quote(text)
	} else if err != nil {
		s = fmt.Sprint(v)
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
