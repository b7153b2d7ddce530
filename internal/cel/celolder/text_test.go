package celolder

import "testing"

func TestOneSpace(t *testing.T) {
	for text, want := range map[string]string{
		`id:1  a:{}`:              `id:1 a:{}`,
		`a:"x  y"  b:1`:           `a:"x  y" b:1`,
		`a:"\"  "  b:"\\"   c:""`: `a:"\"  " b:"\\" c:""`,
		`a:1`:                     `a:1`,
	} {
		if got := oneSpace(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}
