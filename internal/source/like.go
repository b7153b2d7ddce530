package source

import (
	"reflect"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/yamlnode"
)

// ValueLike is Value where another value may be alike, with which it then shares what is the
// same: nobody may change that. It reports whether the value surely is jsonvalue.Exact.
func ValueLike(n *yamlnode.Node, like any) (value any, exact bool) {
	switch like.(type) {
	case map[string]any, []any:
		var c likeConverter
		value = c.convert(n, like)
		return value, !c.inexact
	}
	return ExactValue(n)
}

// likeConverter holds the items of the collections that it is in, until it is known whether
// they make a new one.
type likeConverter struct {
	keys    []string
	values  []any
	inexact bool
}

// alone is the value of what is like nothing.
func (c *likeConverter) alone(n *yamlnode.Node) any {
	return converter{scalar: decoded, inexact: &c.inexact}.value(n)
}

func (c *likeConverter) key(name string) {
	c.inexact = c.inexact || !utf8.ValidString(name)
}

// fewFields is how many fields of an object are held before it is made.
const fewFields = 16

func (c *likeConverter) convert(n *yamlnode.Node, like any) any {
	n = Resolve(n)
	if n == nil {
		return nil
	}
	switch l := like.(type) {
	case map[string]any:
		if n.Kind == yamlnode.Mapping && l != nil {
			return c.object(n, l)
		}
	case []any:
		if n.Kind == yamlnode.Sequence && l != nil {
			return c.list(n, l)
		}
	case string:
		if n.Kind == yamlnode.Scalar && isText(n) && n.Value == l && utf8.ValidString(l) {
			return like
		}
	default:
		if v := c.alone(n); !identical(v, like) {
			return v
		}
		return like
	}
	return c.alone(n)
}

func (c *likeConverter) object(n *yamlnode.Node, like map[string]any) any {
	if len(n.Content)/2 > fewFields {
		m := make(map[string]any, len(n.Content)/2)
		same := true
		eachEntry(n, false, func(e Entry) bool {
			c.key(e.Key)
			was, has := like[e.Key]
			v := c.convert(e.Value, was)
			m[e.Key] = v
			same = same && has && identical(v, was)
			return true
		})
		if same && len(m) == len(like) {
			return like
		}
		return m
	}
	start, same := len(c.keys), true
	eachEntry(n, false, func(e Entry) bool {
		c.key(e.Key)
		was, has := like[e.Key]
		v := c.convert(e.Value, was)
		for _, k := range c.keys[start:] {
			has = has && k != e.Key
		}
		c.keys, c.values = append(c.keys, e.Key), append(c.values, v)
		same = same && has && identical(v, was)
		return true
	})
	keys, values := c.keys[start:], c.values[len(c.values)-(len(c.keys)-start):]
	c.keys, c.values = c.keys[:start], c.values[:len(c.values)-len(values)]
	if same && len(keys) == len(like) {
		return like
	}
	m := make(map[string]any, len(keys))
	for i, k := range keys {
		m[k] = values[i]
	}
	return m
}

func (c *likeConverter) list(n *yamlnode.Node, like []any) any {
	start, same := len(c.values), len(n.Content) == len(like)
	for i, item := range n.Content {
		var was any
		if i < len(like) {
			was = like[i]
		}
		v := c.convert(item, was)
		c.values = append(c.values, v)
		same = same && identical(v, was)
	}
	values := c.values[start:]
	c.values = c.values[:start]
	if same {
		return like
	}
	return append(make([]any, 0, len(values)), values...)
}

// identical reports whether values are the same scalar or the same collection.
func identical(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}
