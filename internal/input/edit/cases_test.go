package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestCases makes the changes of each case and compares the texts byte for byte.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/fix/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases in testdata/fix: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			a := golden.Parse(text)
			before, ok := a.Get("before.yaml")
			if !ok {
				before, _ = a.Get("before.json")
			}
			script, _ := a.Get("change")
			want, changed := a.Get("after")
			form := formOf(t, a.Comment)
			f := source.Read("file", form(before))
			if len(f.Problems) > 0 {
				t.Fatalf("before: %v", f.Problems)
			}
			plan := Plan(f, []Request{request(t, f, string(script))})[0]
			if !changed {
				if plan != nil {
					t.Errorf("a change is offered:\n%s", Apply(f.Text, plan))
				}
				return
			}
			if plan == nil {
				t.Fatal("no change is offered")
			}
			if got, want := Bytes(f, Apply(f.Text, plan)), form(want); !bytes.Equal(got, want) {
				t.Errorf("got:\n%q\nwant:\n%q\n%s", got, want, got)
			}
		})
	}
}

// formOf returns the form of both texts that lines "form: ..." of a case's comment
// ask for, since a txtar file cannot have it.
func formOf(t testing.TB, comment []byte) func([]byte) []byte {
	var forms []string
	for _, line := range strings.Split(string(comment), "\n") {
		if rest, ok := strings.CutPrefix(line, "form: "); ok {
			forms = append(forms, strings.Split(rest, ", ")...)
		}
	}
	return func(text []byte) []byte {
		for _, form := range forms {
			switch form {
			case "CRLF":
				text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			case "no newline at the end":
				text = bytes.TrimRight(text, "\r\n")
			case "byte order mark":
				text = append([]byte("\xef\xbb\xbf"), text...)
			default:
				t.Fatalf("unknown form %q", form)
			}
		}
		return text
	}
}

// request reads lines such as
//
//	document 1
//	add /spec/versions/0/served true
func request(t testing.TB, f *source.File, script string) Request {
	r := Request{Doc: f.Documents[0]}
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		op, rest, _ := strings.Cut(line, " ")
		if op == "document" {
			n, err := strconv.Atoi(rest)
			if err != nil {
				t.Fatal(err)
			}
			r.Doc = f.Documents[n]
			continue
		}
		path, value, _ := strings.Cut(rest, " ")
		c := finding.Change{Path: pointer(path)}
		switch op {
		case "remove":
		case "add":
			c.Op = finding.Add
		case "replace":
			c.Op = finding.Replace
		case "rename":
			c.Op = finding.Rename
		case "remove-repeated":
			c.Op = finding.RemoveRepeated
		default:
			t.Fatalf("unknown change %q", line)
		}
		if value != "" {
			c.Value = valueOf(t, value)
		}
		r.Changes = append(r.Changes, c)
	}
	return r
}

func pointer(text string) *finding.Path {
	var p *finding.Path
	for _, s := range strings.Split(text, "/")[1:] {
		if i, err := strconv.Atoi(s); err == nil {
			p = p.Index(i)
		} else {
			p = p.Child(s)
		}
	}
	return p
}

func valueOf(t testing.TB, text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	switch v := v.(type) {
	case float64:
		return int64(v)
	case map[string]any:
		return source.Value(source.Read("", []byte(text)).Documents[0].Root)
	case []any:
		if len(v) > 0 && reflect.TypeOf(v[0]).Kind() == reflect.Map {
			return source.Value(source.Field(source.Read("", []byte(`{"list": `+text+"}")).Documents[0].Root, "list"))
		}
		list := []string{}
		for _, s := range v {
			list = append(list, fmt.Sprint(s))
		}
		return list
	}
	return v
}
