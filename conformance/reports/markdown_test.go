package reports

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Read as GitHub reads it, the only markup in a report is our own, whatever stands
// in the files: headings, lists, code, links to the documentation, and what is
// folded away.
func TestMarkdownHasNoMarkupOfFiles(t *testing.T) {
	for command, want := range runs(t) {
		t.Run(command, func(t *testing.T) {
			linked := map[string]bool{}
			// One file at a time, since a whole report is cut short.
			for len(want.Findings) > 0 {
				n := 1
				for n < len(want.Findings) && want.Findings[n].File == want.Findings[0].File {
					n++
				}
				part := run{&report.Report{Findings: want.Findings[:n]}, want.about}
				readMarkdown(t, part, linked)
				want.Findings = want.Findings[n:]
			}
			if len(linked) < 5 {
				t.Errorf("only %d rules are linked to", len(linked))
			}
		})
	}
}

func readMarkdown(t *testing.T, of run, linked map[string]bool) {
	t.Helper()
	written := written(t, render.Markdown, of)
	if n := len(written); n > 65536 {
		t.Errorf("%d bytes are too many for a comment", n)
	}
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(written))
	severities := 0
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.List, *ast.ListItem, *ast.Text, *ast.CodeSpan, *ast.String:
		case *ast.Heading:
			if n.Level != 3 && n.Level != 4 {
				t.Errorf("a heading of level %d in\n%s", n.Level, written)
			}
		case *ast.Emphasis:
			severities++
		case *ast.Link:
			url, _, _ := strings.Cut(string(n.Destination), "#")
			if !strings.HasPrefix(url, "https://github.com/crdtool/crdtool/blob/main/docs/") {
				t.Errorf("a link to %s in\n%s", n.Destination, written)
			}
			if name, ok := n.FirstChild().(*ast.Text); ok {
				linked[string(name.Segment.Value(written))] = true
			}
		case *ast.RawHTML:
			tag := string(n.Segments.Value(written))
			if tag != "<!-- -->" && tag != "<span>" && tag != "</span>" {
				t.Errorf("the tag %s in\n%s", tag, written)
			}
		case *ast.HTMLBlock:
			block := strings.TrimSpace(string(n.Lines().Value(written)))
			if block != "<details><summary>What kube-apiserver says</summary>" && block != "</details>" {
				t.Errorf("the HTML %s in\n%s", block, written)
			}
		default:
			t.Errorf("a node of kind %s in\n%s", n.Kind(), written)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	worst := 0
	for i := range of.Findings {
		if of.Findings[i].Severity == finding.Error {
			worst++
		}
	}
	if severities < min(worst, 10) {
		t.Errorf("%d findings are listed, of %d errors", severities, worst)
	}
}
