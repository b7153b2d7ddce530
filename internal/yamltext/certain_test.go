package yamltext

import (
	"strings"
	"testing"
)

// What is certain is written, and what is not written is not certain.
func TestCertain(t *testing.T) {
	key := func(n int) string { return `{"` + strings.Repeat("k", n) + `":1}` }
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, certain := range map[string]bool{
		`{"a":"b","c":[1,-2.5e3,true,null,{}],"\"":"\\\"\u0001"}`: true,
		`{"é":"ü\u2028 –` + "\u2028\U0001F600\uFFFD" + `"}`:       false, // U+FFFD may stand for a fault
		`{"é":"ü – ` + "\u00A0\u2028\U0001F600\uE000" + `"}`:      true,
		"[\"\x7f\"]":                            false,
		"[\"\u0080\"]":                          false,
		"[\"\u009f\"]":                          false,
		"[\"\u0085\"]":                          false, // which is written
		"[\"\uFEFF\"]":                          false,
		"[\"\uFFFE\"]":                          false,
		"[\"\uFFFF\"]":                          false,
		"{\"\x7f\":1}":                          false,
		`["` + "\x01" + `"]`:                    false,
		`["open`:                                false,
		`["open\`:                               false,
		key(longestKey - 2):                     true,
		key(longestKey - 1):                     false,
		key(1024):                               false,
		`["` + strings.Repeat("k", 2000) + `"]`: true,
		deep(deepest):                           true,
		deep(deepest + 1):                       false,
		deep(9999):                              false,
		deep(10001):                             false,
		strings.Repeat("[],", deepest+1):        true,
	} {
		if got := Certain([]byte(text)); got != certain {
			t.Errorf("%.40q: %t", text, got)
		}
		if strings.HasSuffix(text, ",") {
			continue // no JSON
		}
		if _, err := FromJSON([]byte(text)); err != nil && certain {
			t.Errorf("%.40q is certain: %v", text, err)
		}
	}
	for _, r := range []rune{0x7E, 0xA0, 0xD7FF, 0xE000, 0xFFFC, 0x10000, 0x10FFFF} {
		text := []byte(`["` + string(r) + `"]`)
		if _, err := FromJSON(text); err != nil || !Certain(text) {
			t.Errorf("%U: %v", r, err)
		}
	}
}
