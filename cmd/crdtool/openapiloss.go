package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// writeLosses writes a table for each kind and version: fields, lost keywords, and reasons.
func writeLosses(w io.Writer, losses []report.OpenAPIV2Loss) error {
	var b strings.Builder
	var keywords []string // keywords that a kind loses
	for len(losses) > 0 {
		n, width, saying := 0, 0, 0
		keywords = keywords[:0]
		first := losses[0]
		for n < len(losses) && losses[n].Group == first.Group && losses[n].Version == first.Version && losses[n].Kind == first.Kind {
			width = max(width, len(where(&losses[n])))
			keywords = append(keywords, keywordText(&losses[n]))
			saying = max(saying, len(keywords[n]))
			n++
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s/%s: OpenAPI v2 loses %s\n", render.Escape(first.Kind), render.Escape(first.Group), render.Escape(first.Version), prose.Count(n, "keyword"))
		for i := range losses[:n] {
			l := &losses[i]
			fmt.Fprintf(&b, "  %-*s  %-*s  %s\n", min(width, 60), where(l), saying, keywords[i], l.Reason)
		}
		losses = losses[n:]
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func where(l *report.OpenAPIV2Loss) string {
	if l.Field == "" {
		return "(the object)"
	}
	return render.Escape(l.Field)
}

// longestShown limits the length of a shown value in bytes.
const longestShown = 30

// keywordText returns a keyword with its value, if that is short.
func keywordText(l *report.OpenAPIV2Loss) string {
	if isLong(l.Value) {
		return l.Keyword
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l.Value); err != nil || b.Len()-len("\n") > longestShown {
		return l.Keyword
	}
	return l.Keyword + " " + render.Escape(strings.TrimSuffix(b.String(), "\n"))
}

// isLong reports whether a schema is too long to be shown. It is faster than writing deeply nested schemas, and
// may miss some.
func isLong(value any) bool {
	switch v := value.(type) {
	case *spec.Schema:
		text, err := v.MarshalJSON()
		return err == nil && len(text) > longestShown
	case []spec.Schema:
		return len(v) > longestShown || slices.ContainsFunc(v, func(s spec.Schema) bool { return isLong(&s) })
	}
	return false
}
