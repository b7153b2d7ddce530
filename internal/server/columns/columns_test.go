package columns

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

func document(t *testing.T, text []byte) *source.Document {
	t.Helper()
	f := source.Read("file.yaml", text)
	if len(f.Documents) != 1 {
		t.Fatalf("%d documents, problems: %v", len(f.Documents), f.Problems)
	}
	return f.Documents[0]
}

// The cells are those of the Table that a real server returned, but for dates,
// which are ages there.
func TestRecordedTables(t *testing.T) {
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, c := range cases {
		if c.Operation != "columns" {
			continue
		}
		tested++
		t.Run(c.Name, func(t *testing.T) {
			var table struct {
				ColumnDefinitions []struct{ Name, Type string }
				Rows              []struct{ Cells []any }
			}
			answer, err := json.Marshal(c.Answer.Object)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(answer, &table); err != nil {
				t.Fatal(err)
			}
			var def struct {
				Spec struct {
					Versions []struct{ AdditionalPrinterColumns []Column }
				}
			}
			if err := yaml.Unmarshal(c.CRD, &def); err != nil {
				t.Fatal(err)
			}
			object := source.Value(document(t, c.Old).Root).(map[string]any)
			columns := New(def.Spec.Versions[0].AdditionalPrinterColumns)
			want := table.Rows[0].Cells[1:]
			if len(columns.list) != len(want) {
				t.Fatalf("%d columns, want %d", len(columns.list), len(want))
			}
			for i := range columns.list {
				col := &columns.list[i]
				if definition := table.ColumnDefinitions[i+1]; definition.Name != col.Name || definition.Type != col.Type {
					t.Errorf("column %d is %s %s, want %s %s", i, col.Name, col.Type, definition.Name, definition.Type)
				}
				got := col.cell(object)
				if n, ok := got.(int64); ok {
					got = float64(n) // as encoding/json reads it
				}
				if col.Type == "date" && want[i] != nil {
					want[i] = Unknown // the file does not say when
				}
				if !reflect.DeepEqual(got, want[i]) {
					t.Errorf("cell %q is %#v, want %#v", col.Name, got, want[i])
				}
			}
		})
	}
	if tested == 0 {
		t.Fatal("no recorded tables in testdata/dryrun")
	}
}

func TestHeaderAndRow(t *testing.T) {
	c := New([]Column{
		{Name: "Size", Type: "string", JSONPath: ".spec.size"},
		{Name: "Node", Type: "string", JSONPath: ".spec.node", Priority: 1},
		{Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp"},
	})
	object := map[string]any{
		"metadata": map[string]any{"name": "web", "creationTimestamp": "2026-01-02T03:04:05Z"},
		"spec":     map[string]any{"size": "small\nindeed", "node": "n1"},
	}
	for _, c := range []struct{ got, want any }{
		{c.Header(false), []string{"NAME", "SIZE", "AGE"}},
		{c.Row(object, false), []string{"web", "small...", "2026-01-02T03:04:05Z"}},
		{c.Header(true), []string{"NAME", "SIZE", "NODE", "AGE"}},
		{c.Row(object, true), []string{"web", "small...", "n1", "2026-01-02T03:04:05Z"}},
		{New(nil).Header(false), []string{"NAME", "AGE"}},
		{New(nil).Row(map[string]any{}, false), []string{"", Unknown}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestPaths(t *testing.T) {
	var object any
	if err := json.Unmarshal([]byte(`{
		"a": {"b": "x", "c.d": "dotted", "n": null},
		"l": ["p", "q", "r", "s"],
		"o": [{"t": "A", "v": "1", "r": true}, {"t": "B", "v": "2", "r": false}, {"v": "3"}]
	}`), &object); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		".a.b":                     "[x]",
		"..b":                      "[x]",
		`.a.c\.d`:                  "[dotted]",
		`.a['c\.d']`:               "[dotted]",
		".a.n":                     "[<nil>]",
		".a.missing.deeper":        "[]",
		".a.b.c":                   "[]",
		".l[0]":                    "[p]",
		".l[-1]":                   "[s]",
		".l[1:3]":                  "[q r]",
		".l[::2]":                  "[p r]",
		".l[-2:]":                  "[r s]",
		".l[0,2]":                  "[p r]",
		".l[7]":                    "error",
		".a[0]":                    "error",
		".l[*]":                    "[p q r s]",
		".a.*":                     "[x dotted <nil>]",
		".o[*].v":                  "[1 2 3]",
		`.o[?(@.t=="B")].v`:        "[2]",
		`.o[?(@.t == "B")].v`:      "[2]",
		`.o[?(@.t!="A")].v`:        "[2]",
		`.o[?(@.t)].v`:             "[1 2]",
		`.o[?(@.v>"1")].v`:         "[2 3]",
		`.o[?(@.r==true)].v`:       "[1]",
		`.o[?(@.v==1)].v`:          "error",
		`.l[`:                      "unreadable",
		`.o[?(@.t=="B"].v`:         "unreadable",
		`.l[x]`:                    "unreadable",
		`range .l`:                 "error",
		`.o[?(@.t=="a)")].v`:       "[]",
		`.a[*]`:                    "error",
		`.o[0]['t','v']`:           "[A 1]",
		`.o[?(@.t=='B')].v`:        "[2]",
		`$.a.b`:                    "[x]",
		`.o[?(@.v<="2")].t`:        "[A B]",
		`.o[?(@.v>="2")].v`:        "[2 3]",
		`.o[?(@.v<"2")].v`:         "[1]",
		`.o[?(@.t=="\u0041")].v`:   "[1]",
		`.a....b`:                  "unreadable",
		`.o[?(@.v=~"2")].v`:        "unreadable or error",
		`.metadata.labels.app\.io`: "[]",
	} {
		got := ""
		switch p, err := jsonpath.Parse(text); {
		case err != nil:
			got = "unreadable"
		default:
			found, err := p.Find(object)
			if got = fmt.Sprint(found); err != nil {
				got = "error"
			}
		}
		if want == "unreadable or error" && (got == "unreadable" || got == "error") {
			continue
		}
		if got != want {
			t.Errorf("%s finds %s, want %s", text, got, want)
		}
	}
}
