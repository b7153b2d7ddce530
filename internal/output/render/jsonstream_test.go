package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// What is written part by part has the bytes that encoding/json writes.
func TestStreamEqualsEncodingJSON(t *testing.T) {
	found := []report.Finding{
		{Rule: "a", Code: "a/b", Message: "<a & b>\u2028", Severity: finding.Warning, Help: "\"x\""},
		{Rule: "b", Code: "b", Related: []report.Related{{Message: "m"}, {}}, Fix: &report.Fix{Title: "t", Edits: []report.Edit{{Line: 1, Text: "a\n"}}}},
		{Fix: &report.Fix{}, Related: []report.Related{}, More: 3},
	}
	type nested struct {
		Lists   [][]report.Related `json:"lists"`
		Pointer *report.Report     `json:"pointer"`
		None    *report.Report     `json:"none"`
		Left    *report.Report     `json:"left,omitempty"`
		Many    []*report.Cause    `json:"many,omitempty"`
		Hidden  []report.Cause     `json:"-"`
		Value   any                `json:"value"`
		Kinds   map[string]int     `json:"kinds,omitempty"`
		False   bool               `json:"false,omitempty"`
		Struct  struct{}           `json:"struct,omitempty"`
		Zero    time.Time          `json:"zero,omitzero"`
		Never   *time.Time         `json:"never,omitzero"`
		Nothing int                `json:"nothing,omitzero"`
		private []report.Cause
	}
	many := []report.Finding{{Message: "few"}, {}, {Message: "more"}}
	for i := range 2 * few {
		many[1].Related = append(many[1].Related, report.Related{Line: i})
	}
	whole := &report.Report{
		Documents: []report.Document{{Name: "a", APIServer: report.APIServer{Causes: []report.Cause{{Field: "f"}}}}, {}},
		Findings:  found, PassedOver: []report.PassedOver{{File: "f"}},
	}
	for _, v := range []any{
		many, &report.Report{Findings: many}, []any{many, &many[1], nil, many[1]}, &report.Objects{Results: []report.Result{{Findings: many}, {Findings: many[2:]}}},
		&report.Report{}, whole, *whole, found, []report.Finding{}, []report.Finding(nil), nil, 1, "a", map[string]any{"b": []int{1}, "a": nil},
		&report.Diff{}, &report.Tests{}, &report.Coverage{},
		&report.Diff{CRDs: []report.CRDDiff{{}, {Changes: []report.Change{{Before: map[string]any{"type": nil}, Old: &report.Place{}, Witness: &report.DiffWitness{}}, {}}}}},
		&nested{}, nested{Zero: time.Unix(1, 0).UTC(), Nothing: 1}, nested{Lists: [][]report.Related{{{}}, nil, {}}, Pointer: whole, Many: []*report.Cause{nil, {Field: "x"}}, Hidden: []report.Cause{{}}, Value: found, private: []report.Cause{{}}},
		[]report.Step{{Value: map[string]any{"a": []any{1.5, nil}}}, {}}, struct{ A []report.Cause }{[]report.Cause{{}}},
	} {
		var want, got bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		if err := encode(&got, v); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%T: got\n%s\nwant\n%s", v, got.String(), want.String())
		}
	}
}

// Long strings are written in pieces: with the bytes of encoding/json wherever a piece ends
// between characters, in one, or in what is none.
func TestStreamOfLongStrings(t *testing.T) {
	type text string
	r := rand.New(rand.NewPCG(3, 4))
	some := []string{"a", "é", "日", "\U0001f600", "\"", "\\", "\n", "\x00", "<", "\u2028", "\xff", "\xc3", "\xe6\x97", "\x97\xa5", "\xf0\x9f\x98", "\x80\x80\x80\x80\x80"}
	for i := range 12 {
		var b strings.Builder
		for b.Len() < longString-8+r.IntN(8)+i%3*longString {
			if i%2 == 0 && b.Len() < longString-16 {
				b.WriteString(strings.Repeat("x", longString-16-b.Len()))
			}
			b.WriteString(some[r.IntN(len(some))])
		}
		for range r.IntN(20) {
			b.WriteString(some[r.IntN(len(some))])
		}
		long := b.String()
		for _, v := range []any{
			long, text(long), []report.Cause{{Message: long}, {}}, &report.Cause{Field: "f", Message: long},
			struct {
				A string
				B int `json:"b"`
			}{long, 1},
			report.Document{Name: long, APIServer: report.APIServer{Message: long, Causes: []report.Cause{{Message: long}}}},
			map[string]any{"a": long},
			[]report.Finding{{Message: "a", Related: []report.Related{{Message: long}}}, {Related: []report.Related{{}}}},
		} {
			var want, got bytes.Buffer
			e := json.NewEncoder(&want)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(v); err != nil {
				t.Fatal(err)
			}
			if err := encode(&got, v); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() {
				t.Fatalf("%T with %q at the end of a piece differs", v, long[longString-16:min(len(long), longString+16)])
			}
		}
	}
}

func TestStreamTellsErrors(t *testing.T) {
	if err := encode(new(bytes.Buffer), []report.Step{{Value: func() {}}}); err == nil {
		t.Error("no error for what JSON has no form for")
	}
	if err := encode(full{}, []report.Step{{}}); !errors.Is(err, errFull) {
		t.Errorf("error is %v", err)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestIndentedAsJSONIndents random values.
func TestIndentedAsJSONIndents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "a", `"`, `\`, `\"`, "{", "}", "[,]", ":", "\n", "é", "\u2028", `a": [`}
	var value func(depth int) any
	value = func(depth int) any {
		kinds := 7
		if depth == 0 {
			kinds = 4
		}
		switch r.IntN(kinds) {
		case 0:
			return nil
		case 1:
			return r.IntN(2) == 0
		case 2:
			return r.NormFloat64()
		case 3:
			return texts[r.IntN(len(texts))] + texts[r.IntN(len(texts))]
		case 4:
			list := []any{}
			for range r.IntN(3) {
				list = append(list, value(depth-1))
			}
			return list
		}
		m := map[string]any{}
		for range r.IntN(3) {
			m[texts[r.IntN(len(texts))]] = value(depth - 1)
		}
		return m
	}
	var buffer []byte
	most, length := 0, 0
	for i := range 3000 {
		v := value(5)
		depth := r.IntN(12)
		if i%1000 == 0 {
			depth = 1000 // its text has a megabyte
		}
		for range depth {
			v = []any{v}
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Indent(&want, text, "    ", jsonIndent); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		out := bufio.NewWriter(&got)
		buffer = writeIndented(out, buffer, text, lineStarts("    "))
		if err := out.Flush(); err != nil || got.String() != want.String() {
			t.Fatalf("%s: got %v\n%s\nwant\n%s", text, err, &got, want.String())
		}
		most = max(most, cap(buffer))
		length = max(length, got.Len())
	}
	if length < 10*longString || most > 2*longString {
		t.Errorf("the buffer has %d bytes for texts of up to %d", most, length)
	}
}
