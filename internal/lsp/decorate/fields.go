package decorate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

func sortedNames(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// sameJSON reports whether two values are the same, whatever the types of their numbers.
func sameJSON(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// A Faded is a key or a value that an editor strikes through or fades out.
type Faded struct {
	Pos finding.Pos
	// Deprecated says that nobody should set it; otherwise the server drops it.
	Deprecated bool
	Message    string
}

// FadedFields returns the deprecated fields and versions of the objects of a file, and the fields that the server drops
// without an error.
func FadedFields(ctx context.Context, f *source.File, resourceOf ResourceOf) []Faded {
	var all []Faded
	eachObject(f, resourceOf, func(doc *source.Document, r *dryrun.Resource, version string) {
		result := r.Create(dryrun.FromDocument(doc), dryrun.RequestOptions{Context: ctx})
		if warning := r.Deprecation(version); warning != "" {
			all = append(all, Faded{Pos: doc.Locate(finding.Root("apiVersion").Segments()), Deprecated: true, Message: warning})
		}
		if tree := r.Tree(version); tree != nil {
			w := deprecatedWalk{doc: doc}
			w.walk(doc.Root, tree.Nodes[0].Schema)
			all = append(all, w.found...)
		}
		for _, e := range result.Trace {
			if e.Action != dryrun.Dropped && e.Action != dryrun.Pruned || e.Stage == dryrun.Nulls {
				continue
			}
			if _, exact := doc.Node(e.At.Segments()); exact && doc.KeyNode(e.At.Segments()) != nil {
				all = append(all, Faded{Pos: doc.LocateKey(e.At.Segments()), Message: "the server drops it: " + e.Reason})
			}
		}
	})
	return all
}

// deprecatedWalk collects the fields whose descriptions say that they are deprecated.
type deprecatedWalk struct {
	doc   *source.Document
	found []Faded
	depth int
}

func (w *deprecatedWalk) walk(n *yamlnode.Node, s *schema.Schema) {
	const maxDepth = 200 // aliases may nest without limit
	n = source.Resolve(n)
	if s == nil || n == nil || w.depth > maxDepth {
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch n.Kind {
	case yamlnode.Sequence:
		for _, item := range n.Content {
			w.walk(item, s.ItemSchema())
		}
	case yamlnode.Mapping:
		for i := 0; i+1 < len(n.Content); i += 2 {
			name, ok := source.Key(n.Content[i])
			if !ok {
				continue
			}
			sub := s.Property(name)
			if sub == nil {
				w.walk(n.Content[i+1], s.ValueSchema())
				continue
			}
			if reason := deprecation(sub.Description); reason != "" {
				w.found = append(w.found, Faded{Pos: w.doc.NodePos(n.Content[i]), Deprecated: true, Message: reason})
			}
			if n.Content[i+1].Kind != yamlnode.Alias { // its target is visited where it stands
				w.walk(n.Content[i+1], sub)
			}
		}
	}
}

// deprecation returns the first sentence of a description from "Deprecated:" on, by which Go and Kubernetes mark what
// nobody should use; "" without it.
func deprecation(description string) string {
	at := 0
	for {
		i := strings.Index(strings.ToLower(description[at:]), "deprecated:")
		if i < 0 {
			return ""
		}
		at += i
		if beginsSentence(description[:at]) {
			break
		}
		at += len("deprecated:")
	}
	text, _, _ := strings.Cut(description[at:], "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	return text
}

// beginsSentence reports whether a sentence or a line begins behind a text.
func beginsSentence(before string) bool {
	trimmed := strings.TrimRight(before, " \n\t")
	if trimmed == "" || strings.HasSuffix(strings.TrimRight(before, " \t"), "\n") {
		return true
	}
	return strings.ContainsRune(".!?)]*", rune(trimmed[len(trimmed)-1]))
}
