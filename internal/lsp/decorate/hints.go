package decorate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// CostHints returns the cost of each CEL rule as a share of the server's limit, behind the first line of the rule.
func CostHints(f *source.File, costs *report.CostReport) []Hint {
	var hints []Hint
	for i := range costs.Expressions {
		x := &costs.Expressions[i]
		at, ok := lineEnd(f, x.Line)
		if x.Line == 0 || !ok {
			continue
		}
		h := Hint{Offset: at, Label: share(x.RulePercent) + " of the limit"}
		h.Tooltip = fmt.Sprintf("The server estimates a cost of %d for each evaluation, and %s at most.", x.Cost, prose.Count(int(min(x.Executions, 1<<53)), "evaluation"))
		if x.Suggestion != "" {
			h.Tooltip += " To fit: " + x.Suggestion
		}
		hints = append(hints, h)
	}
	return hints
}

// share returns a percentage with one decimal, and more than nothing for more than nothing.
func share(percent float64) string {
	if percent > 0 && percent < 0.05 {
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", percent)
}

// maxDefaults limits the defaults that are shown at one line.
const maxDefaults = 4

// DefaultHints returns the defaults that the server would set in the objects of a file, behind the line of the object
// or the field that gets them.
func DefaultHints(ctx context.Context, f *source.File, resourceOf ResourceOf) []Hint {
	var hints []Hint
	eachObject(f, resourceOf, func(doc *source.Document, r *dryrun.Resource, _ string) {
		byLine := map[int][]string{}
		var lines []int
		trace := r.Create(dryrun.FromDocument(doc), dryrun.RequestOptions{Context: ctx}).Trace
		filled := map[string]bool{} // paths of defaults that have defaults below them
		for _, e := range trace {
			if e.Stage == dryrun.Default {
				filled[e.At.Parent().File()] = true
			}
		}
		for _, e := range trace {
			if e.Stage != dryrun.Default || e.Action != dryrun.Defaulted || e.At == nil || filled[e.Path] {
				continue
			}
			parent, name := fieldIn(doc, e.At)
			line := doc.LocateKey(parent).Line
			if byLine[line] == nil {
				lines = append(lines, line)
			}
			byLine[line] = append(byLine[line], name+": "+shortJSON(e.Value))
		}
		for _, line := range lines {
			if at, ok := lineEnd(f, line); ok {
				hints = append(hints, Hint{Offset: at, Label: "+ " + listed(byLine[line]), Tooltip: "The server sets these defaults:\n" + strings.Join(byLine[line], "\n")})
			}
		}
	})
	return hints
}

// fieldIn returns the nearest parent of a path that is in the document, and the path from there.
func fieldIn(doc *source.Document, at *finding.Path) (parent []finding.Segment, name string) {
	segments := at.Segments()
	n := len(segments) - 1
	for ; n > 0; n-- {
		if _, exact := doc.Node(segments[:n]); exact {
			break
		}
	}
	return segments[:n], finding.Trail(segments[n:]).Path().File()
}

func listed(texts []string) string {
	if more := len(texts) - maxDefaults; more > 0 {
		return strings.Join(texts[:maxDefaults], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(texts, ", ")
}

// shortJSON returns a value as JSON, a plain word without quotes.
func shortJSON(v any) string {
	const most = 40
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	text := string(b)
	if s, ok := v.(string); ok && s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		text = s
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// OwnerHints returns the managers of the fields of the objects of a file, as metadata.managedFields has them, behind
// the lines of the fields.
func OwnerHints(f *source.File) []Hint {
	var hints []Hint
	for _, doc := range f.Documents {
		entries := source.Field(source.Field(doc.Root, "metadata"), "managedFields")
		if entries == nil {
			continue
		}
		o := owners{doc: doc, byLine: map[int][]string{}}
		for _, entry := range entries.Content {
			manager, _ := source.String(source.Field(entry, "manager"))
			fields, _ := source.Value(source.Resolve(entry)).(map[string]any)
			set, _ := fields["fieldsV1"].(map[string]any)
			if manager != "" && set != nil {
				o.add(manager, set, nil)
			}
		}
		for _, line := range o.lines {
			if at, ok := lineEnd(f, line); ok {
				hints = append(hints, Hint{Offset: at, Label: strings.Join(o.byLine[line], ", "), Tooltip: "Managers of this field, by metadata.managedFields."})
			}
		}
	}
	return hints
}

// owners collects managers by the lines of their fields.
type owners struct {
	doc    *source.Document
	byLine map[int][]string
	lines  []int
}

// add adds the fields of a set of FieldsV1 below a path.
func (o *owners) add(manager string, set map[string]any, at *finding.Path) {
	for _, name := range sortedNames(set) {
		below, _ := set[name].(map[string]any)
		p := o.step(at, name)
		if p == nil {
			continue
		}
		_, itself := below["."]
		if isLeaf := len(below) == 0 || itself && len(below) == 1; isLeaf {
			o.put(o.doc.LocateKey(p.Segments()).Line, manager)
			continue
		}
		o.add(manager, below, p)
	}
}

func (o *owners) put(line int, manager string) {
	for _, m := range o.byLine[line] {
		if m == manager {
			return
		}
	}
	if o.byLine[line] == nil {
		o.lines = append(o.lines, line)
	}
	o.byLine[line] = append(o.byLine[line], manager)
}

// step returns the path of an element of FieldsV1: f:NAME, k:KEYS, v:VALUE or i:INDEX; nil if the object lacks it.
func (o *owners) step(at *finding.Path, element string) *finding.Path {
	kind, text, _ := strings.Cut(element, ":")
	parent, exact := o.doc.Node(at.Segments())
	if !exact {
		return nil
	}
	switch kind {
	case "f":
		if source.Field(parent, text) != nil {
			return at.Child(text)
		}
	case "k", "v":
		var want any
		if json.Unmarshal([]byte(text), &want) != nil {
			return nil
		}
		for i, item := range parent.Content {
			if kind == "v" && sameJSON(source.Value(source.Resolve(item)), want) || kind == "k" && hasKeys(source.Value(source.Resolve(item)), want) {
				return at.Index(i)
			}
		}
	}
	return nil
}

// hasKeys reports whether an item of a list has the keys of an element of FieldsV1.
func hasKeys(item, want any) bool {
	fields, ok := item.(map[string]any)
	keys, isKeys := want.(map[string]any)
	if !ok || !isKeys {
		return false
	}
	for name, value := range keys {
		if !sameJSON(fields[name], value) {
			return false
		}
	}
	return len(keys) > 0
}
