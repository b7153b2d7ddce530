package versions

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// compareAnswers compares two answers in canonical form.
func compareAnswers(want, got golden.Answer) comparison {
	var c comparison
	add := func(kind, text string) { c.differences = append(c.differences, difference{kind, text}) }
	if want.Panic {
		// There is no answer to compare with; crdtool must not accept what no server
		// can take.
		if got.Accepted {
			c.verdict = true
			add("the server panics, crdtool accepts", "panic")
		}
		return c
	}
	if got.Panic {
		c.verdict = true
		add("crdtool says that the server panics", "no panic: "+want.Message)
	}
	if want.Code != got.Code {
		c.verdict = true
		add(fmt.Sprintf("code: server %d, crdtool %d", want.Code, got.Code), fmt.Sprintf("server: %s\n           crdtool: %s", want.Message, got.Message))
	}
	server, crdtool := without(want.Causes, got.Causes), without(got.Causes, want.Causes)
	for _, w := range server {
		i := slices.IndexFunc(crdtool, func(g golden.Cause) bool { return g.Reason == w.Reason && g.Field == w.Field })
		if i < 0 {
			c.verdict = true
			add(fmt.Sprintf("cause of the server only: %s %s: %s", w.Reason, maskField(w.Field), mask(w.Message)), w.Field+": "+w.Message)
			continue
		}
		g := crdtool[i]
		crdtool = slices.Delete(crdtool, i, i+1)
		add("words of "+w.Reason+": "+apart(mask(w.Message), mask(g.Message)),
			w.Field+": "+w.Message+"\n           crdtool: "+g.Message)
	}
	for _, g := range crdtool {
		c.verdict = true
		add(fmt.Sprintf("cause of crdtool only: %s %s: %s", g.Reason, maskField(g.Field), mask(g.Message)), g.Field+": "+g.Message)
	}
	// With other causes or another code the message differs of necessity.
	if want.Message != got.Message && want.Code == got.Code && slices.Equal(want.Causes, got.Causes) {
		add("message: "+apart(mask(want.Message), mask(got.Message)), want.Message+"\n           crdtool: "+got.Message)
	}
	for _, w := range without(want.Warnings, got.Warnings) {
		add("warning of the server only: "+mask(w), w)
	}
	for _, w := range without(got.Warnings, want.Warnings) {
		add("warning of crdtool only: "+mask(w), w)
	}
	if !slices.Equal(want.Warnings, got.Warnings) && len(without(want.Warnings, got.Warnings))+len(without(got.Warnings, want.Warnings)) == 0 {
		add("order of warnings", fmt.Sprintf("%q, crdtool %q", want.Warnings, got.Warnings))
	}
	return c
}

// without returns what is in a more often than in b.
func without[E comparable](a, b []E) []E {
	b = slices.Clone(b)
	var rest []E
	for _, e := range a {
		if i := slices.Index(b, e); i >= 0 {
			b = slices.Delete(b, i, i+1)
			continue
		}
		rest = append(rest, e)
	}
	return rest
}

// compareObjects adds how two objects differ as JSON.
func (c *comparison) compareObjects(want, got any) {
	for _, d := range jsonDifferences("object", normal(want), normal(got)) {
		c.verdict = true
		c.differences = append(c.differences, d)
	}
}

func normal(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	var n any
	_ = json.Unmarshal(b, &n) // it has just been written
	return n
}

// jsonDifferences lists where JSON values differ.
func jsonDifferences(at string, want, got any) []difference {
	w, wantMap := want.(map[string]any)
	g, gotMap := got.(map[string]any)
	if wantMap && gotMap {
		keys := maps.Clone(w)
		maps.Copy(keys, g)
		var list []difference
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			here := at + "." + k
			if _, ok := w[k]; !ok {
				list = append(list, difference{"of crdtool only: " + maskPath(here), here + ": " + text(g[k])})
			} else if _, ok := g[k]; !ok {
				list = append(list, difference{"of the server only: " + maskPath(here), here + ": " + text(w[k])})
			} else {
				list = append(list, jsonDifferences(here, w[k], g[k])...)
			}
		}
		return list
	}
	if a, b := text(want), text(got); a != b {
		return []difference{{"value: " + maskPath(at), at + ": server " + a + ", crdtool " + b}}
	}
	return nil
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// apart shows in what words two texts differ, without those that they begin and end
// with alike.
func apart(server, crdtool string) string {
	a, b := strings.Split(server, " "), strings.Split(crdtool, " ")
	before, after := "", ""
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, before = a[1:], b[1:], "… "
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, after = a[:len(a)-1], b[:len(b)-1], " …"
	}
	if len(a)+len(b) == 0 {
		return "only in what is masked: " + server
	}
	return before + strings.Join(a, " ") + after + "\n         crdtool: " + before + strings.Join(b, " ") + after
}

var (
	// snippet is the line of a CEL rule that an error of the compiler shows.
	snippet = regexp.MustCompile(`\n \| [^\n]*`)
	keys    = regexp.MustCompile(`\[[^\[\]]*\]`)
	quoted  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	numbers = regexp.MustCompile(`\b\d+(\.\d+)?\b`)
	braces  = regexp.MustCompile(`\{[^{}]*\}`)
	lists   = regexp.MustCompile(`\[(?:[^\[\]]*)\]`)
)

// mask replaces what is a matter of one document in a text: values, numbers.
func mask(s string) string {
	s, _, _ = strings.Cut(snippet.ReplaceAllString(s, ""), "\nERROR:")
	s = quoted.ReplaceAllString(s, `"…"`)
	for {
		shorter := braces.ReplaceAllString(s, "‹…›")
		if shorter == s {
			break
		}
		s = shorter
	}
	s = lists.ReplaceAllString(s, "[…]")
	s = numbers.ReplaceAllString(s, "N")
	if r := []rune(s); len(r) > 400 {
		s = string(r[:250]) + " … " + string(r[len(r)-150:])
	}
	return s
}

// maskField keeps the end of a field's path, without names.
func maskField(field string) string {
	parts := strings.Split(keys.ReplaceAllString(field, "[*]"), ".")
	if len(parts) > 3 {
		parts = append([]string{"…"}, parts[len(parts)-2:]...)
	}
	return strings.Join(parts, ".")
}

// maskPath keeps the beginning of a path in an object.
func maskPath(path string) string {
	parts := strings.SplitN(path, ".", 4)
	if len(parts) > 3 {
		parts[3] = "…"
	}
	return strings.Join(parts, ".")
}
