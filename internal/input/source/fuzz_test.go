package source

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"
	yamlv2 "sigs.k8s.io/yaml/goyaml.v2"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/text/code"
)

// FuzzRead compares what Read makes of a text with what kubectl does, wherever
// both take it for one document.
func FuzzRead(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(compareWithKubectl)
}

func TestSeedsRead(t *testing.T) {
	texts := steer.NewTexts(slices.Concat(seeds, fastSeeds), pieces...)
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) { compareWithKubectl(t, []byte(texts.Any(seed))) })
}

func compareWithKubectl(t *testing.T, text []byte) {
	file := Read("fuzz.yaml", text)
	for _, p := range file.Problems {
		if p.Pos.Line < 1 || p.Pos.Column < 1 || p.Pos.EndLine < p.Pos.Line || p.Pos.Line > file.Lines() {
			t.Errorf("problem outside of the %d lines of the file: %+v", file.Lines(), p)
		} else if width := utf8.RuneCount(file.line(p.Pos.EndLine)); p.Pos.EndColumn > width+1 && p.Code != code.Encoding {
			t.Errorf("problem behind the end of a line of %d characters: %+v", width, p)
		}
	}
	compareVerdict(t, file, text)
	for _, d := range file.Documents {
		if d.Root == nil {
			t.Fatal("document without root")
		}
		checkPositions(t, d, 1)
		if d.Text == nil {
			continue // an item of a list
		}
		got, err := ToJSON(d.Root)
		if err != nil {
			t.Errorf("ToJSON: %v", err)
			continue
		}
		value := Value(d.Root)
		if d.JSON() {
			compareJSON(t, d, got, value)
			continue
		}
		want, err := yaml.YAMLToJSON(d.Text)
		if err != nil {
			if !knownDifference(d.Text) { // it may make a merge key of "<<" in quotes
				t.Errorf("kubectl refuses what Read accepts: %v in %q", err, d.Text)
			}
			continue
		}
		// encoding/json escapes U+FFFD where it puts it for what is not UTF-8,
		// as in a key of !!binary, and not where the text has it.
		want = bytes.ReplaceAll(want, []byte(`\ufffd`), []byte("\ufffd"))
		got = bytes.ReplaceAll(got, []byte(`\ufffd`), []byte("\ufffd"))
		if !bytes.Equal(got, want) && !knownDifference(d.Text) && !anyOrder(d.Text, got) {
			t.Errorf("ToJSON of %q\n got %s\nwant %s", d.Text, got, want)
			continue
		}
		var decoded any
		if err := utiljson.Unmarshal(got, &decoded); err != nil {
			t.Errorf("the server's decoder: %v", err)
		} else if !reflect.DeepEqual(value, decoded) {
			t.Errorf("Value\n got %#v\nwant %#v", value, decoded)
		}
	}
}

// anyOrder tells of a text with two keys that are the same only in JSON, as 1 and 1.0, of
// which kubectl's library takes any: whether it takes the same now and then.
func anyOrder(text, got []byte) bool {
	for range 50 {
		if want, err := yaml.YAMLToJSON(text); err == nil && bytes.Equal(got, want) {
			return true
		}
	}
	return false
}

// compareVerdict looks whether a text of a single document that kubectl accepts
// is read.
func compareVerdict(t *testing.T, file *File, text []byte) {
	if stdjson.Valid(text) && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		for _, p := range file.Problems {
			if p.Code == code.JSONSyntax || p.Code == code.YAMLSyntax {
				t.Errorf("valid JSON: %+v", p)
			}
		}
		return // kubectl does not read that as YAML
	}
	if len(file.Documents) > 0 || bytes.Contains(text, []byte("---")) || bytes.Contains(text, []byte("...")) {
		return
	}
	if bytes.HasPrefix(text, []byte("\ufeff\ufeff")) {
		return // kubectl's library takes one or two for marks, and those behind them for text
	}
	if bytes.HasPrefix(bytes.TrimLeftFunc(text, unicode.IsSpace), []byte("{")) {
		text = text[leadingSpace(text):] // which kubectl skips when it has tried it as JSON
	}
	want, err := yaml.YAMLToJSON(text)
	if err != nil || string(want) == "null" {
		return
	}
	for _, p := range file.Problems {
		if p.Code == code.NoJSONValue && bytes.Contains(text, []byte("<<")) {
			return // a merge overwrites the value of a key above it, too, which is not looked at
		}
		if p.Code == code.Template || p.Code == code.Limits || p.Code == code.Encoding || p.Code == code.JSONSyntax {
			return
		}
	}
	var list struct{ Items []any }
	if stdjson.Unmarshal(want, &list) == nil && list.Items != nil {
		return
	}
	if !knownDifference(text) && !stopsEarly(text) {
		t.Errorf("kubectl reads %s, Read says %+v of %q", want, file.Problems, text)
	}
}

// stopsEarly tells of what kubectl's library accepts only because it stops reading where
// the first document ends: behind a scalar or brackets, and before a line that is indented
// less or begins with "%". Of what is there yaml.v3 reads some tokens ahead, and Read has
// a problem with it in any case.
func stopsEarly(text []byte) bool {
	d := yamlv2.NewDecoder(bytes.NewReader(text))
	var first, rest any
	return d.Decode(&first) == nil && !errors.Is(d.Decode(&rest), io.EOF)
}

// compareJSON compares with the decoder of the server, which takes the last of
// repeated keys like Value does.
func compareJSON(t *testing.T, d *Document, printed []byte, value any) {
	t.Helper()
	var want, got any
	if err := utiljson.Unmarshal(d.Text, &want); err != nil && strings.HasPrefix(err.Error(), "json: cannot unmarshal number ") {
		return // a number beyond float64, which Value gives as infinite for the reader to refuse
	} else if err != nil {
		t.Errorf("the server's decoder refuses what Read accepts: %v in %q", err, d.Text)
		return
	}
	if !reflect.DeepEqual(value, want) {
		t.Errorf("Value\n got %#v\nwant %#v", value, want)
	}
	if err := utiljson.Unmarshal(printed, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ToJSON\n got %s\nwant %s (%v)", printed, d.Text, err)
	}
	if !stdjson.Valid(printed) {
		t.Errorf("ToJSON printed no JSON: %s", printed)
	}
}

// knownDifference finds a lone "!", the non-specific tag. It makes yaml.v2 read
// a quoted scalar as if it were plain and an empty one as "", and yaml.v3 drops
// it.
func knownDifference(text []byte) bool {
	for i, c := range text {
		if c != '!' {
			continue
		}
		if next, _ := utf8.DecodeRune(text[i+1:]); i+1 == len(text) || strings.ContainsRune(" \t\r\n,]}\u0085\u2028\u2029", next) {
			return true
		}
	}
	return false
}

// FuzzScalar compares one plain scalar, as a value and as a key.
func FuzzScalar(f *testing.F) {
	for _, s := range scalars {
		f.Add(s)
	}
	f.Fuzz(compareScalar)
}

func TestSeedsScalar(t *testing.T) {
	texts := steer.NewTexts(scalars, "0x", "0b", "0o", "_", "e", "E+", "-", "+", ".", ":", "1", "9", "inf", "nan", "T", "t", "Z", " ", "-01-02", ":30", "~", "null", "ye", "s", "on", "of")
	steer.Seeds(t, 500, func(t *testing.T, seed uint64) { compareScalar(t, texts.Any(seed)) })
}

func compareScalar(t *testing.T, s string) {
	if strings.ContainsAny(s, "\n\r\u0085\u2028\u2029") {
		return // FuzzRead has these
	}
	compareWithKubectl(t, []byte("v: "+s+"\n"))
	compareWithKubectl(t, []byte(s+": v\n"))
	compareWithKubectl(t, []byte("- "+s+"\n"))
	compareWithKubectl(t, []byte(`{"v": `+s+`}`))
}
