package renamed

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// textOf is a text that write makes of two names, which stand in it as they are and in capitals.
func textOf(alike string, names [2]string, write func(names [2]string) ([]byte, error)) *Text {
	return &Text{
		Alike: alike,
		Names: []string{names[0], strings.ToUpper(names[0]), "", names[1]},
		Write: func(to []byte) ([]byte, error) {
			text, err := write(names)
			return append(to, text...), err
		},
		Examples: func() (a, b *Text) {
			return textOf(alike, [2]string{"aa0", "cc"}, write), textOf(alike, [2]string{"bbbb1", "d"}, write)
		},
	}
}

func TestAppend(t *testing.T) {
	var texts Texts
	calls := 0
	write := func(names [2]string) ([]byte, error) {
		calls++
		return []byte("aa0 " + names[0] + names[0] + " for " + strings.ToUpper(names[0]) + names[1] + "/bb1\n"), nil
	}
	for range 3 {
		for _, names := range [][2]string{{"v1", "w"}, {"v2", "aa0"}, {"", ""}, {"v4", "bbbb1"}, {"é", "x"}, {"aa0", "v"}} {
			want, _ := write(names)
			if got, err := texts.Append([]byte("- "), textOf("k", names, write)); err != nil || string(got) != "- "+string(want) {
				t.Errorf("%s: %q, want %q: %v", names, got, want, err)
			}
		}
	}
	calls = 0
	for i := range 1000 {
		if _, err := texts.Append(nil, textOf("k", [2]string{fmt.Sprintf("v%d", i%10), "w"}, write)); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 0 {
		t.Errorf("texts that are known are made %d times", calls)
	}
	if _, err := texts.Append(nil, textOf("", [2]string{"v1", "w"}, write)); err != nil || calls != 1 {
		t.Errorf("a text that is like no other is made %d times: %v", calls, err)
	}
}

// A few texts are written as they are: what they are written by need not be asked for others.
func TestFewTextsAreWrittenOnce(t *testing.T) {
	var texts Texts
	calls := 0
	write := func([2]string) ([]byte, error) {
		calls++
		return nil, nil
	}
	for range fullTexts {
		_, _ = texts.Append(nil, textOf("k", [2]string{"v", "w"}, write))
	}
	if calls != fullTexts {
		t.Errorf("%d texts are made of %d", calls, fullTexts)
	}
}

// Where a name stands otherwise than in its forms, all texts are made.
func TestAppendOfOtherForms(t *testing.T) {
	for name, form := range map[string]func(string) string{
		"title":     func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
		"part":      func(s string) string { return s[1:] },
		"end":       func(s string) string { return s[:1] },
		"length":    func(s string) string { return strings.Repeat("x", int(s[0])) },
		"other":     func(s string) string { return "-" + s[1:] + "-" + s },
		"behind":    func(s string) string { return s + strings.Repeat(".", len(s)) },
		"no longer": func(s string) string { return strings.Repeat(".", len(s)) },
	} {
		var texts Texts
		for i := range 8 {
			names := [2]string{fmt.Sprintf("ver%d", i*99), ""}
			write := func(names [2]string) ([]byte, error) { return []byte("is " + form(names[0]) + "."), nil }
			want, _ := write(names)
			if got, _ := texts.Append(nil, textOf(name, names, write)); string(got) != string(want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		// And at the end.
		for i := range 8 {
			names := [2]string{fmt.Sprintf("ver%d", i*99), ""}
			write := func(names [2]string) ([]byte, error) { return []byte(names[0] + form(names[0])), nil }
			want, _ := write(names)
			if got, _ := texts.Append(nil, textOf("end "+name, names, write)); string(got) != string(want) {
				t.Errorf("%s at the end: %q, want %q", name, got, want)
			}
		}
	}
}

// Of names that begin alike the longest is found.
func TestAppendOfNamesThatBeginAlike(t *testing.T) {
	var texts Texts
	write := func(names [2]string) *Text {
		return &Text{Alike: "k", Names: names[:], Write: func(to []byte) ([]byte, error) {
			return append(to, names[0]+" "+names[1]+" "+names[0]...), nil
		}}
	}
	for i := range 6 {
		text := write([2]string{fmt.Sprint("n", i), fmt.Sprint("m", i)})
		text.Examples = func() (a, b *Text) {
			return write([2]string{"a", "ab"}), write([2]string{"c", "cd"})
		}
		if got, _ := texts.Append(nil, text); string(got) != fmt.Sprintf("n%d m%d n%d", i, i, i) {
			t.Errorf("%q", got)
		}
	}
}

func TestAppendError(t *testing.T) {
	refused := errors.New("refused")
	for _, failing := range []string{"aa0", "bbbb1", "v0", "v3"} {
		var texts Texts
		write := func(names [2]string) ([]byte, error) {
			if names[0] == failing {
				return nil, refused
			}
			return []byte(names[0]), nil
		}
		var err error
		for i := range 4 {
			if _, e := texts.Append(nil, textOf("k", [2]string{fmt.Sprintf("v%d", i), ""}, write)); e != nil {
				err = e
			}
		}
		if want := failing != "v3"; (err == refused) != want {
			t.Errorf("%s fails: %v", failing, err)
		}
	}
}
