package recent_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/recent"
)

// What is found in each turn stays, what is not is gone with the second.
func TestMap(t *testing.T) {
	var m recent.Map[int, string]
	if _, ok := m.Find(1); ok || m.Turn(1) {
		t.Error("the empty map has something")
	}
	m.Keep(1, "a")
	m.Keep(2, "b")
	if m.Turn(3) || !m.Turn(2) {
		t.Error("two are many if two are wanted, and not if three are")
	}
	m.Keep(3, "c")
	if v, ok := m.Find(1); v != "a" || !ok {
		t.Errorf("1 is %q, %v after a turn", v, ok)
	}
	if now, before := m.Len(); now != 2 || before != 1 {
		t.Errorf("%d of this turn, %d of the one before", now, before)
	}
	m.Turn(1)
	for key, want := range map[int]string{1: "a", 2: "", 3: "c"} {
		if v, ok := m.Find(key); v != want || ok != (want != "") {
			t.Errorf("%d is %q, %v after two turns", key, v, ok)
		}
	}
	m.Turn(1)
	m.Keep(4, "d")
	m.Forget()
	if _, ok := m.Find(1); ok {
		t.Error("what is forgotten is found")
	}
	if v, _ := m.Find(4); v != "d" {
		t.Error("what is of this turn is forgotten")
	}
}
