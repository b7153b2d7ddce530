package renamed

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestAppend(t *testing.T) {
	var texts Texts
	calls := 0
	write := func(name string) ([]byte, error) {
		calls++
		return []byte("aa0 " + name + name + " for" + capital(name) + "/bb1\n"), nil
	}
	names := []string{"v1", "v2", "w3", "v4", "V5", "_6", "v7", "vv8", "vv9", "yes", "v10", "a", "v.1", "é1"}
	for range 3 {
		for _, name := range names {
			want, _ := write(name)
			if got, err := texts.Append([]byte("- "), "k", name, write); err != nil || string(got) != "- "+string(want) {
				t.Errorf("%s: %q, want %q: %v", name, got, want, err)
			}
		}
	}
	calls = 0
	for i := range 1000 {
		if _, err := texts.Append(nil, "k", fmt.Sprintf("v%d", i%10), write); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 0 {
		t.Errorf("texts that are known are made %d times", calls)
	}
	if _, err := texts.Append(nil, "", "v1", write); err != nil || calls != 1 {
		t.Errorf("a text that is like no other is made %d times: %v", calls, err)
	}
}

// Where a name stands otherwise than as it is or as a part of camel case, all texts are made.
func TestAppendOfOtherForms(t *testing.T) {
	for name, form := range map[string]func(string) string{
		"upper case": strings.ToUpper,
		"part":       func(s string) string { return s[1:] },
		"end":        func(s string) string { return s[:1] },
		"length":     func(s string) string { return strings.Repeat("x", int(s[0])) },
		"other":      func(s string) string { return "-" + s[1:] + "-" + s },
	} {
		var texts Texts
		for i := range 8 {
			of := fmt.Sprintf("ver%d", i)
			write := func(name string) ([]byte, error) { return []byte("is " + form(name) + "."), nil }
			want, _ := write(of)
			if got, _ := texts.Append(nil, name, of, write); string(got) != string(want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

func TestAppendFails(t *testing.T) {
	wrong := errors.New("wrong")
	for _, at := range []string{"v1", "a0", "b1"} {
		var texts Texts
		var got error
		for range 5 {
			_, err := texts.Append(nil, "k", "v1", func(name string) ([]byte, error) {
				if name == at {
					return nil, wrong
				}
				return []byte(name), nil
			})
			if err != nil {
				got = err
			}
		}
		if got != wrong {
			t.Errorf("%s: %v", at, got)
		}
	}
}
