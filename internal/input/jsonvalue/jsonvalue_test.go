package jsonvalue_test

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func name(s string) finding.Segment { return finding.Segment{Name: s} }
func index(i int) finding.Segment   { return finding.Segment{IsIndex: true, Index: i} }

func TestAtAndSet(t *testing.T) {
	for _, c := range []struct {
		way   []finding.Segment
		value any
		there bool
		set   bool
	}{
		{nil, nil, true, false},
		{[]finding.Segment{name("a"), index(1), name("b")}, "x", true, true},
		{[]finding.Segment{name("a"), index(1), name("new")}, nil, false, true},
		{[]finding.Segment{name("a"), index(2)}, nil, false, false},
		{[]finding.Segment{name("a"), name("b")}, nil, false, false},
		{[]finding.Segment{index(0)}, nil, false, false},
		{[]finding.Segment{name("none"), name("b")}, nil, false, false},
		{[]finding.Segment{name("a"), index(0)}, int64(1), true, true},
	} {
		o := map[string]any{"a": []any{int64(1), map[string]any{"b": "x"}}}
		got, there := jsonvalue.At(o, c.way)
		if there != c.there || len(c.way) > 0 && !reflect.DeepEqual(got, c.value) {
			t.Errorf("%v: %v, %v", c.way, got, there)
		}
		if set := jsonvalue.Set(o, c.way, "new"); set != c.set {
			t.Errorf("%v: set is %v", c.way, set)
		} else if now, _ := jsonvalue.At(o, c.way); set && now != "new" {
			t.Errorf("%v is %v after it was set", c.way, now)
		} else if !set && !reflect.DeepEqual(o, map[string]any{"a": []any{int64(1), map[string]any{"b": "x"}}}) {
			t.Errorf("%v: not set, but changed: %v", c.way, o)
		}
	}
}
