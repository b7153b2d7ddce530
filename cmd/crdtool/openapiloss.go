package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/openapiv2"
)

// writeLosses writes a table for each kind and version: the field, what is lost
// of it, and why.
func writeLosses(w io.Writer, losses []openapiv2.Loss) error {
	var b strings.Builder
	for len(losses) > 0 {
		n, width, saying := 0, 0, 0
		first := losses[0]
		for n < len(losses) && losses[n].Group == first.Group && losses[n].Version == first.Version && losses[n].Kind == first.Kind {
			width = max(width, len(where(&losses[n])))
			saying = max(saying, len(said(&losses[n])))
			n++
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s/%s: OpenAPI v2 loses %s\n", render.Escape(first.Kind), render.Escape(first.Group), render.Escape(first.Version), render.Count(n, "keyword"))
		for i := range losses[:n] {
			l := &losses[i]
			fmt.Fprintf(&b, "  %-*s  %-*s  %s\n", min(width, 60), where(l), saying, said(l), l.Reason)
		}
		losses = losses[n:]
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func where(l *openapiv2.Loss) string {
	if l.Field == "" {
		return "(the object)"
	}
	return render.Escape(l.Field)
}

// said is a keyword with its value, if that is short.
func said(l *openapiv2.Loss) string {
	value, err := json.Marshal(l.Value)
	if err != nil || len(value) > 30 {
		return l.Keyword
	}
	return l.Keyword + " " + render.Escape(string(value))
}
