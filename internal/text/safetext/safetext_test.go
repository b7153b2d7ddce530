package safetext

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const hostile = "a\x1b[31mb\x1b]8;;x\ac\u009bd\u202ee\u200bf\ufeffg\U000e0041h\u0085i\u2028j\x7fk\xffl\rm##[error]n##vso[o]p\n ::error::q\n\u00a0::add-mask::r\u200ds"

func TestLine(t *testing.T) {
	want := `a\x1b[31mb\x1b]8;;x\x07c\x9bd\u202ee\u200bf\ufeffg\U000e0041h\x85i\u2028j\x7fk\xffl\x0dm##\x5berror]n##vso\x5bo]p\n ::\x65rror::q\n` + "\u00a0" + `::\x61dd-mask::r\u200ds`
	if got := Line(hostile); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, same := range []string{"", "spec.replicas", "a::b ## [x] # ::", "::1", "日本 é", "می\u200cخواهم", "👩\u200d👩", "❤\ufe0f", `back\slash`} {
		if got := Line(same); got != same {
			t.Errorf("%q becomes %q", same, got)
		}
	}
	if got := Line(Line(hostile)); got != want {
		t.Errorf("escaped twice: %s", got)
	}
}

func TestIsSafe(t *testing.T) {
	for _, s := range []string{"a", "a\nb\tc", "a::b", "::1", "::/0", "日本"} {
		if !IsSafe(s) {
			t.Errorf("%q is said to be unsafe", s)
		}
	}
	// The third begins a line once YAML folds it.
	for _, s := range []string{"\x1b", "::error::x", "long ::error::x", "##[x]", "a\rb", "\u202e", "\xff"} {
		if IsSafe(s) {
			t.Errorf("%q is said to be safe", s)
		}
	}
}

// TestFormsKeepValues: escaped JSON and YAML mean what they meant.
func TestFormsKeepValues(t *testing.T) {
	valid := strings.ToValidUTF8(hostile, "")
	text, err := json.Marshal(map[string]string{valid: valid})
	if err != nil {
		t.Fatal(err)
	}
	var safe bytes.Buffer
	if err := Write(&safe, JSON, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal(safe.Bytes(), &got); err != nil || got[valid] != valid {
		t.Errorf("%s: %v", safe.Bytes(), err)
	}
	if Lines(safe.String()) != safe.String() {
		t.Errorf("%s is unsafe", safe.Bytes())
	}
	var read string
	if err := yaml.Unmarshal([]byte(Quote(valid)), &read); err != nil || read != valid {
		t.Errorf("%s is read as %q: %v", Quote(valid), read, err)
	}
}

// TestWriterPieces: a stream is escaped the same however it is divided into pieces.
func TestWriterPieces(t *testing.T) {
	text := hostile + "\n\x1b[1;31mcoloured\x1b[0m\r\n  ::group::x\n::1\n/close\n"
	for form := Terminal; form <= Commands; form++ {
		var want string
		for size := len(text); size > 0; size-- {
			var b bytes.Buffer
			err := Write(&b, form, func(w io.Writer) error {
				for i := 0; i < len(text); i += size {
					if _, err := io.WriteString(w, text[i:min(i+size, len(text))]); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = b.String()
			}
			if b.String() != want {
				t.Fatalf("form %d in pieces of %d:\ngot  %q\nwant %q", form, size, b.String(), want)
			}
		}
		if coloured := strings.Contains(want, "\x1b[1;31m"); coloured != (form == Terminal) {
			t.Errorf("form %d: %q", form, want)
		}
		if strings.Contains(want, "::error") != (form == Commands) {
			t.Errorf("form %d: %q", form, want)
		}
		if strings.Contains(want, "\n/close") == (form == Markdown) {
			t.Errorf("form %d: %q", form, want)
		}
		if !strings.Contains(want, "\r\n") {
			t.Errorf("form %d breaks lines otherwise: %q", form, want)
		}
	}
}
