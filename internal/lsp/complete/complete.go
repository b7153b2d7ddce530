// Package complete lists what can be typed at a place: fields, values, kinds, keywords of schemas and IDs of rules.
//
// All items of a place are returned, up to a limit, in the order in which they are likely; the editor filters them by
// what is typed.
package complete

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/kube"
)

// maxItems limits the items of a place: a longer list is of no use to people.
const maxItems = 200

// A Kind is what an item stands for. An editor shows an icon for it.
type Kind uint8

// The kinds of items.
const (
	Field Kind = iota + 1
	Value
	EnumValue
	Type // a kind or an apiVersion
	Snippet
	Keyword
	Reference // the name of an object
	RuleID
)

// An Item is one completion.
type Item struct {
	Label string
	Kind  Kind
	// Detail is the type, with "required" for such a field.
	Detail string
	// Documentation is Markdown. Text of files is escaped.
	Documentation string
	// Replace is the range of bytes that Text replaces.
	Replace cursor.Span
	// Text is the new text. New lines in it have their whole indentation, so an editor must not indent them. Snippet is
	// the same with placeholders in the syntax of LSP; "" if there are none.
	Text, Snippet string
	// Filter is compared with what is typed.
	Filter string
	// Sort orders the items by their bytes.
	Sort       string
	Deprecated bool
}

// Options are what is known beside the text.
type Options struct {
	Kinds shape.Kinds
	// File is the path of the text.
	File string
	// Version is the version of Kubernetes.
	Version kube.Version
	// Skeleton returns a whole manifest of a kind in YAML, if there is one by now. It may be nil.
	Skeleton func(*shape.Kind) (string, bool)
}

// At returns the items at a place; nil if nothing is known.
func At(p *cursor.Place, o Options) []Item {
	c := completer{place: p, Options: o}
	if c.Kinds == nil {
		c.Kinds = shape.NewWorkspace()
	}
	switch p.Role {
	case cursor.Nowhere:
		return nil
	case cursor.Comment:
		c.comment()
	default:
		c.root, _ = shape.OfFile(c.File, c.Kinds, c.Version.Minor, p.APIVersion, p.Kind)
		c.object()
	}
	return c.sorted()
}

// A completer collects the items of a place.
type completer struct {
	Options
	place *cursor.Place
	root  shape.Shape
	items []Item
	// rank is the order of the next item.
	rank int
}

// object adds the items of a place in an object.
func (c *completer) object() {
	p := c.place
	at := c.root.At(p.Path, p.TypeMeta)
	switch p.Role {
	case cursor.Key:
		c.keys(at, p.Path, p.Present())
		if p.Item != nil && c.root.At(p.Item[:len(p.Item)-1], p.TypeMeta).Type() == "array" {
			c.newItem(c.root.At(p.Item, p.TypeMeta))
		}
	case cursor.Dash:
		c.dash(at)
	case cursor.Value:
		if !c.typeMeta() {
			c.value(at)
		}
	default:
		if len(p.Path) == 0 || at.Type() == "object" || at.Type() == "" && at.IsResource() {
			c.keys(at, p.Path, nil)
			return
		}
		if at.Type() == "array" && !p.Flow && p.Role == cursor.Start {
			c.dash(at.Item())
			return
		}
		c.value(at)
	}
}

// add adds an item with the next rank.
func (c *completer) add(i Item) {
	if i.Filter == "" {
		i.Filter = i.Label
	}
	if c.place.Quote != 0 && i.Replace == (cursor.Span{}) {
		// Editors compare it with the whole text that is replaced, which begins with the quote.
		i.Filter = string(c.place.Quote) + strings.Trim(i.Filter, `"`)
	}
	i.Label, i.Detail = safetext.Line(i.Label), safetext.Line(i.Detail)
	if i.Replace == (cursor.Span{}) {
		i.Replace = c.place.Token
	}
	if c.place.NeedsSpace && i.Text != "" && i.Text[0] != '\n' {
		i.Text = " " + i.Text
		if i.Snippet != "" {
			i.Snippet = " " + i.Snippet
		}
	}
	if i.Sort == "" {
		i.Sort = fmt.Sprintf("%04d", c.rank)
	}
	c.rank++
	c.items = append(c.items, i)
}

// sorted returns the items in their order, without repeated labels.
func (c *completer) sorted() []Item {
	seen := map[string]bool{}
	c.items = slices.DeleteFunc(c.items, func(i Item) bool {
		if seen[i.Label] {
			return true
		}
		seen[i.Label] = true
		return false
	})
	slices.SortStableFunc(c.items, func(a, b Item) int {
		switch {
		case a.Sort < b.Sort:
			return -1
		case a.Sort > b.Sort:
			return 1
		}
		return 0
	})
	if len(c.items) > maxItems {
		// Those that have what is typed are kept.
		typed := strings.ToLower(c.place.Typed)
		slices.SortStableFunc(c.items, func(a, b Item) int { return misses(a, typed) - misses(b, typed) })
		c.items = c.items[:maxItems]
	}
	return c.items
}

// misses returns 0 for an item that begins with a text, 1 for one that has it, and 2 for another one.
func misses(i Item, typed string) int {
	switch at := strings.Index(strings.ToLower(i.Filter), typed); {
	case at == 0:
		return 0
	case at > 0:
		return 1
	}
	return 2
}
