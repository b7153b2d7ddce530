package applydry

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"

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
	at = plain(at)
	words := finding.Finding{
		Rule: f.Rule, Severity: f.Severity, Type: f.Type, Path: f.Path, Value: f.Value, Detail: f.Detail,
		Pos: q.doc.Locate(at.Segments()),
	}
	var k keyword
	switch f.Rule {
	case schemaRule:
		words.Message, k, words.Help = q.schemaWords(f, at)
	case listRule:
		words.Message, k = q.listWords(f, at)
	case celRule:
		words.Message = strings.TrimPrefix(f.Detail, "failed rule: ")
	case notEvaluated:
		words.Severity = finding.Info
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
	case k.name != "":
		q.setBy(&out, at, k)
	}
	out.CRD, out.Version = q.def.crd.Metadata.Name, q.version
	return out
}

// plain is a path as it leads through the file, segment by segment.
func plain(p *finding.Path) *finding.Path {
	var t finding.Trail = p.Segments()
	return t.Path()
}

// schemaWords words what the schema does not allow, and names the keyword that
// does not.
func (q *request) schemaWords(f *finding.Finding, at *finding.Path) (message string, k keyword, help string) {
	_, s := q.def.resource.SchemaPath(q.version, at)
	value := short(f.Value)
	switch f.Type {
	case field.ErrorTypeNotSupported:
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
		return message, keyword{name: "enum"}, help
	case field.ErrorTypeRequired:
		segments := at.Segments()
		return "required, but absent", keyword{name: "required", item: segments[len(segments)-1].Name}, ""
	case field.ErrorTypeTooLong:
		limit := number(f.Detail)
		message = fmt.Sprintf("longer than the %s characters that are allowed", limit)
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.ScalarNode {
			if text, ok := source.String(n, q.doc.JSON); ok {
				message = fmt.Sprintf("%d characters, where %s are allowed", len([]rune(text)), limit)
			}
		}
		return message, keyword{name: "maxLength", value: limit}, ""
	case field.ErrorTypeTooMany:
		limit := number(f.Detail)
		k = keyword{name: "maxItems", value: limit}
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.MappingNode {
			k.name = "maxProperties"
		}
		return fmt.Sprintf("%v %s, where %s are allowed", f.Value, strings.ToLower(strings.TrimPrefix(k.name, "max")), limit), k, ""
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
func (q *request) invalidWords(f *finding.Finding, at *finding.Path, value string) (message string, k keyword, help string) {
	_, said, inBody := strings.Cut(f.Detail, " in body ")
	if wanted, ok := strings.CutPrefix(said, "must be of type "); ok {
		wanted, _, _ = strings.Cut(wanted, ":")
		return q.typeWords(at, wanted, value)
	}
	for _, l := range limits {
		if strings.Contains(f.Detail, l.text) {
			k.name = l.keyword
			break
		}
	}
	switch {
	case !inBody:
		// The value that the text names is shown beside it.
		_, rest, named := strings.Cut(f.Detail, `" must `)
		if named {
			return "must " + rest, k, ""
		}
		return f.Detail, k, ""
	case strings.HasPrefix(said, "should have"):
		return said, k, "" // the value is that of no field
	case k.name == "pattern":
		k.value = strings.TrimSuffix(strings.TrimPrefix(said, "should match '"), "'")
	}
	return value + " " + said, k, ""
}

// typeNames are the types of JSON; other names are formats to the validator.
var typeNames = set("array", "boolean", "integer", "integer,string", "null", "number", "object", "string")

// typeWords words a value of a wrong type, or in a wrong format.
func (q *request) typeWords(at *finding.Path, wanted, value string) (message string, k keyword, help string) {
	if !typeNames[wanted] {
		return fmt.Sprintf("%s is not in the format %s", value, wanted), keyword{name: "format", value: wanted}, ""
	}
	k = keyword{name: "type", value: wanted}
	n, exact := q.doc.Node(at.Segments())
	if !exact {
		return fmt.Sprintf("of type %s, where %s is wanted", strings.Trim(value, `"`), article(wanted)), k, ""
	}
	found := source.Value(n, q.doc.JSON)
	switch v := found.(type) {
	case nil:
		help = "remove it, or give it a value"
	case string:
		number := wanted == "integer" && isInteger(v) || wanted == "number" && isNumber(v)
		if number || wanted == "boolean" && (v == "true" || v == "false") {
			help = "write it without quotes"
		}
	case bool, int64, float64:
		if wanted == "string" {
			help = fmt.Sprintf("put it in quotes: %q", n.Value)
		}
	}
	return fmt.Sprintf("%s, where %s is wanted", described(found), article(wanted)), k, help
}

func isInteger(s string) bool {
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
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
func (q *request) listWords(f *finding.Finding, at *finding.Path) (message string, k keyword) {
	k = keyword{name: "x-kubernetes-list-type", ofParent: true}
	_, s := q.def.resource.SchemaPath(q.version, at.Parent())
	switch {
	case f.Type != field.ErrorTypeDuplicate || s == nil:
		return f.Detail, k
	case s.ListType() == "map":
		k.name = "x-kubernetes-list-map-keys"
		return fmt.Sprintf("an item with %s stands above; items of this list differ in %s", short(f.Value), enumerate(s.XListMapKeys)), k
	}
	return fmt.Sprintf("%s stands above; the list is a set", short(f.Value)), k
}

// strictError is in the server's answer to unknown and repeated fields.
const strictError = "strict decoding error: "

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
	switch message := a.APIServer.Message; {
	case strings.HasPrefix(message, "the namespace of the provided object"):
		namespace, _ := names(q.doc)
		add("namespace", finding.Root("metadata", "namespace"), fmt.Sprintf("the object is for namespace %q, and the request for %q", namespace, q.id.namespace), "")
	case strings.Contains(message, "the object has been modified"):
		add("conflict", finding.Root("metadata", "resourceVersion"), "not the resourceVersion of the live object", "leave it out")
	case strings.Contains(message, "Precondition failed: UID"):
		add("conflict", finding.Root("metadata", "uid"), "not the uid of the live object", "leave it out")
	case malformed.MatchString(message):
		m := malformed.FindStringSubmatch(message)
		at := finding.Root(append([]string{"metadata"}, strings.Split(m[1], ".")...)...)
		if n, exact := q.doc.Node(at.Segments()); exact {
			add("metadata", at, fmt.Sprintf("%s, where %s is wanted", described(source.Value(n, q.doc.JSON)), goType(m[2])), "")
		}
	case strings.Contains(message, strictError):
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
				f.ServerMessage = fmt.Sprintf("unknown field %q", e.At.Server())
				out = append(out, f)
			}
		}
		out = append(out, q.repeated()...)
	}
	if len(out) == 0 {
		add("refused", nil, a.APIServer.Message, "")
	}
	return out
}

// malformed is the answer to metadata of a wrong type.
var malformed = regexp.MustCompile(`into Go struct field ObjectMeta\.(\S+) of type (\S+)`)

func goType(t string) string {
	switch t {
	case "string":
		return "a string"
	case "bool":
		return "a boolean"
	case "int64":
		return "an integer"
	case "map[string]string":
		return "an object of strings"
	case "[]string":
		return "a list of strings"
	}
	if strings.HasPrefix(t, "[]") {
		return "a list of objects"
	}
	return t
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
