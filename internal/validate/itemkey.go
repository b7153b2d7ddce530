package validate

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"

	"k8s.io/apiserver/pkg/cel/common"
)

// itemLike returns the first item of an old list of type map that has the keys of a new one;
// nil if there is none. It finds what common.MakeMapList finds.
func (c *correlating) itemLike(of common.Schema, old []any, item any) any {
	names := of.XListMapKeys()
	if of.Type() != "array" || len(names) == 0 || len(old) == 0 {
		return nil
	}
	var ok bool
	if c.key, ok = itemKey(c.key[:0], item, names); !ok {
		return nil
	}
	if len(old) > fewItems {
		return c.indexOf(of, old).find(c.key, names)
	}
	for _, before := range old {
		if c.other, ok = itemKey(c.other[:0], before, names); ok && bytes.Equal(c.key, c.other) {
			return before
		}
	}
	return nil
}

// fewItems is how many items of a list are looked at one by one.
const fewItems = 8

// itemIndex is a list of type map by the keys of its items, as far as it was asked for.
type itemIndex struct {
	rest  []any
	items map[string]any
}

// find returns the first item with a key.
func (x *itemIndex) find(key []byte, names []string) any {
	if item, ok := x.items[string(key)]; ok {
		return item
	}
	var text []byte
	for len(x.rest) > 0 {
		item := x.rest[0]
		x.rest = x.rest[1:]
		var ok bool
		if text, ok = itemKey(text[:0], item, names); !ok {
			continue
		}
		if _, ok := x.items[string(text)]; !ok {
			x.items[string(text)] = item
		}
		if bytes.Equal(text, key) {
			return item
		}
	}
	return nil
}

// itemKey writes the keys of an item of a list as text that two items have if the server takes
// their keys for the same: of several keys, it compares floats as they are printed. It reports
// whether there is a key.
func itemKey(text []byte, item any, names []string) ([]byte, bool) {
	fields, ok := item.(map[string]any)
	if !ok {
		return text, false
	}
	for _, name := range names {
		switch v := fields[name].(type) {
		case bool:
			if v {
				text = append(text, 't')
			} else {
				text = append(text, 'f')
			}
		case int64:
			text = binary.BigEndian.AppendUint64(append(text, 'i'), uint64(v))
		case float64:
			text = append(text, 'd')
			switch {
			case len(names) > 1:
				text = append(strconv.AppendFloat(text, v, 'f', 6, 64), 0)
			case v != v:
				return text, false // it is like no other
			default:
				text = binary.BigEndian.AppendUint64(text, math.Float64bits(v+0)) // -0 is 0
			}
		case string:
			text = append(binary.AppendUvarint(append(text, '"'), uint64(len(v))), v...)
		default:
			return text, false
		}
	}
	return text, true
}
