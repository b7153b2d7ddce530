package jsonvalue_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// TestText compares random values with what encoding/json writes.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "Z", "0", " ", "~", "\x7f", "\x80", "\xff", "\"", "\\", "<", ">", "&", "\n", "\r", "\t", "\b", "\f", "\v", "\x00", "\x1f", "é", "\u2028", "😀", "/", "'"}
	text := func() string {
		s := ""
		for range r.IntN(4) {
			s += alphabet[r.IntN(len(alphabet))]
		}
		return s
	}
	var value func(depth int) any
	value = func(depth int) any {
		kind := r.IntN(14)
		if depth == 0 {
			kind = r.IntN(10)
		}
		switch kind {
		case 0:
			return nil
		case 1:
			return r.IntN(2) == 0
		case 2:
			return int64(r.Uint64())
		case 3:
			return math.Float64frombits(r.Uint64())
		case 4:
			return [...]any{1.0, 1e21, 1e-7, math.Copysign(0, -1), math.NaN(), math.Inf(1), int64(math.MinInt64), json.Number("1"), 7}[r.IntN(9)]
		case 5:
			return [...]any{map[string]any(nil), []any(nil), map[string]any{}, []any{}}[r.IntN(4)]
		case 10, 11:
			m := map[string]any{}
			for range r.IntN(5) {
				m[text()] = value(depth - 1)
			}
			return m
		case 12, 13:
			l := []any{}
			for range r.IntN(4) {
				l = append(l, value(depth-1))
			}
			return l
		}
		return text()
	}
	refused := 0
	for range 50_000 {
		v := value(4)
		got, err := jsonvalue.Text(v)
		want, wantErr := json.Marshal(v)
		if string(got) != string(want) || (err == nil) != (wantErr == nil) {
			t.Fatalf("%#v: %s, %v, want %s, %v", v, got, err, want, wantErr)
		}
		if err != nil {
			refused++
			if err.Error() != wantErr.Error() {
				t.Fatalf("%v, want %v", err, wantErr)
			}
		}
	}
	if refused < 100 {
		t.Errorf("%d can't be written", refused)
	}
}
