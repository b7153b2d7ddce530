package yamldecode

import (
	"math"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Str reads a string.
func (d *Decoder) Str(n *yamlnode.Node, to *string) {
	n = source.Resolve(n)
	if s, ok := source.String(n); ok {
		d.Empty = d.Empty || s == ""
		*to = s
	} else if !d.Null(n) {
		d.Wrong(n, "string")
	}
}

// StrPtr reads a string that may be absent.
func (d *Decoder) StrPtr(n *yamlnode.Node, to **string) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var s string
	d.Str(n, &s)
	*to = &s
}

// Bool reads a boolean.
func (d *Decoder) Bool(n *yamlnode.Node, to *bool) {
	n = source.Resolve(n)
	if b, ok := source.Scalar(n).(bool); ok {
		d.Empty = d.Empty || !b
		*to = b
	} else if !d.Null(n) {
		d.Wrong(n, "bool")
	}
}

// BoolPtr reads a boolean that may be absent.
func (d *Decoder) BoolPtr(n *yamlnode.Node, to **bool) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var b bool
	d.Bool(n, &b)
	*to = &b
}

// Int reads an integer; 1.0 is one in YAML, which reaches the server as 1, but
// not in JSON, and no number with an exponent is.
func (d *Decoder) Int(n *yamlnode.Node, bits int, to *int64) {
	n = source.Resolve(n)
	if i, ok := source.Scalar(n).(int64); ok && (bits != 32 || int64(int32(i)) == i) {
		*to = i
	} else if !d.Null(n) {
		d.Wrong(n, "int"+strconv.Itoa(bits))
	}
}

// IntPtr reads an integer that may be absent.
func (d *Decoder) IntPtr(n *yamlnode.Node, to **int64) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var i int64
	d.Int(n, 64, &i)
	*to = &i
}

// FloatPtr reads a number that may be absent.
func (d *Decoder) FloatPtr(n *yamlnode.Node, to **float64) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	switch v := source.Scalar(n).(type) {
	case int64:
		f := float64(v)
		*to = &f
		return
	case float64:
		if !math.IsInf(v, 0) {
			*to = &v
			return
		}
	}
	d.Wrong(n, "float64")
}

// Strings reads a list of strings; a null item is "".
func (d *Decoder) Strings(n *yamlnode.Node, to *[]string) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "[]string", func(l int) { *to = Relist(*to, l) }, func(i int, n *yamlnode.Node) { d.Str(n, &(*to)[i]) })
}

// Any reads any JSON value. Numbers are int64 or float64.
func (d *Decoder) Any(n *yamlnode.Node, to *any) {
	d.Repeated(n)
	v := source.Value(n)
	d.Empty = d.Empty || v == nil
	if overflows(v) {
		d.Wrong(source.Resolve(n), NumberInRange)
		return
	}
	*to = v
}

// Repeated notes the repeated keys in a value that is not read field by field.
func (d *Decoder) Repeated(n *yamlnode.Node) {
	if !source.IsJSON(n) {
		source.RepeatedKeys(n, func(k *yamlnode.Node, how source.Repeat, _ *finding.Path) {
			name, _ := source.Key(k)
			d.flaw(Flaw{Kind: DuplicateField, Node: k, Field: name, Repeat: how})
		})
	}
}

// NumberInRange is what a Flaw wants of an untyped value that holds a number
// beyond float64. Only JSON can write one; YAML takes it for a string.
const NumberInRange = "a number that fits into 64 bits"

// overflows reports whether a value holds a number that no float64 holds.
func overflows(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.IsInf(v, 0)
	case []any:
		return slices.ContainsFunc(v, overflows)
	case map[string]any:
		for _, e := range v {
			if overflows(e) {
				return true
			}
		}
	}
	return false
}
