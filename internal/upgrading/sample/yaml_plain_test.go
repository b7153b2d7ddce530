package sample

import (
	"math"
	"math/rand/v2"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestPlainNode: values that are written as they stand are what yaml.Node.Encode makes
// of them.
func TestPlainNode(t *testing.T) {
	values := []any{true, false, int64(0), int64(-5), int64(math.MaxInt64), int64(math.MinInt64)}
	for _, s := range []string{"", "a", "y", "N", "yes", "No", "ON", "off", "True", "FALSE", "null", "Null", "~", "nan", "inf", ".inf", "NaN", "e5", "1e5", "x1", "0x1", "a.b/c-d_e", "example.com/v1", "2020-01-01", "a:", "a: b", "a #b", "-", "a-", "<<", "=", "a b", "é", "a\n", "!x", "&x", "*x"} {
		values = append(values, s)
	}
	r := rand.New(rand.NewPCG(1, 1))
	const letters = "aefilnorstuyNOFT015.-_/:# ~+="
	for range 20000 {
		b := make([]byte, 1+r.IntN(6))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		values = append(values, string(b))
	}
	plain := 0
	for _, v := range values {
		got := plainNode(v)
		if got == nil {
			continue
		}
		plain++
		want := &yaml.Node{}
		if err := want.Encode(v); err != nil {
			t.Fatal(err)
		}
		if got.Value != want.Value || got.ShortTag() != want.ShortTag() || got.Style != want.Style || got.Kind != want.Kind {
			t.Errorf("%q: got %+v, want %+v", v, got, want)
		}
		wrote, _ := yaml.Marshal(got)
		if text, _ := yaml.Marshal(want); string(wrote) != string(text) {
			t.Errorf("%q: got %s, want %s", v, wrote, text)
		}
	}
	if plain < 2000 {
		t.Errorf("only %d of %d values are plain", plain, len(values))
	}
}
