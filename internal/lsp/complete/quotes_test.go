package complete_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/kube"
)

// TestFilterHasTheQuote: editors compare the filter with the whole text that is replaced, which begins with the quote.
func TestFilterHasTheQuote(t *testing.T) {
	w := workspace(t)
	for _, text := range []string{
		"apiVersion: example.com/v1\nkind: Widget\nspec:\n  color: \"re|\"",
		"apiVersion: example.com/v1\nkind: Widget\nspec:\n  color: 're|",
		`{"apiVersion": "example.com/v1", "kind": "Widget", "spec": {"im|"}}`,
	} {
		offset := strings.IndexByte(text, '|')
		text = text[:offset] + text[offset+1:]
		for _, i := range complete.At(cursor.At([]byte(text), offset), complete.Options{Kinds: w, Version: kube.Latest}) {
			if quote := text[i.Replace.Start : i.Replace.Start+1]; i.Replace.Start < offset && !strings.HasPrefix(i.Filter, quote) {
				t.Errorf("%q: %s is filtered by %s", text, i.Label, i.Filter)
			}
		}
	}
}
