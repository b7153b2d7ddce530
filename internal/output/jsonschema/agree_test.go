package jsonschema_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v5"
)

// cause is one of the causes of a server's refusal.
type cause struct{ Reason, Field, Message string }

// sayable reports whether JSON Schema can say what the server refused an object
// for: a value that the server's validator of schemas found wrong. CEL rules,
// lists of type map, and metadata are checked elsewhere.
func (c cause) sayable() bool {
	if c.Field == "metadata" || strings.HasPrefix(c.Field, "metadata.") || strings.Contains(c.Field, ".metadata.") {
		return false
	}
	switch {
	case strings.Contains(c.Message, "must be of type integer"), strings.Contains(c.Message, "must be of type int64"):
		// To the server 1.0 is no integer, to JSON Schema it is.
		return false
	case strings.Contains(c.Message, "in body should have at least 1 properties"):
		// JSON Schema counts nulls that the server drops first.
		return false
	}
	switch c.Reason {
	case "FieldValueTypeInvalid", "FieldValueRequired", "FieldValueNotSupported":
		return true
	}
	return strings.Contains(c.Message, "in body ")
}

// agreement counts how the schemas and the server judge objects.
type agreement struct {
	schemas                                          map[string]*validator.Schema
	agree, status, refusedWrongly, passed, unsayable int
}

func (a *agreement) judge(t *testing.T, id, key string, object json.RawMessage, accepted bool, causes []cause) {
	s := a.schemas[key]
	if s == nil {
		return
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	err := s.Validate(v)
	switch {
	case accepted && err == nil:
		a.agree++
	case accepted && s.Validate(withoutStatus(v)) == nil:
		// The server does not look at the status of what is created.
		a.status++
	case accepted && strings.Contains(fmt.Sprintf("%#v", err), "/maxProperties] maximum"):
		// It counts unknown fields, too, which the server prunes first.
		a.unsayable++
	case accepted:
		a.refusedWrongly++
		t.Errorf("%s: the server accepts it: %#v", id, err)
	case err != nil:
		a.agree++
	default:
		for _, c := range causes {
			if c.sayable() {
				a.passed++
				t.Errorf("%s: accepted, the server says %v", id, c)
				return
			}
		}
		a.unsayable++
	}
}

func withoutStatus(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	object = maps.Clone(object)
	delete(object, "status")
	return object
}

// The recorded objects are checked as with fieldValidation=Strict.
func TestObjectsStrict(t *testing.T) {
	dir := corpus(t)
	a := agreement{schemas: schemas(t, false)}
	lines(t, filepath.Join(dir, "truth-objects.jsonl"), func(line []byte) {
		var truth struct {
			Repo, File, APIVersion, Kind string
			Sent                         json.RawMessage
			StrictCode                   int
			Causes                       []cause
			Skipped, NotServed           any
		}
		if err := json.Unmarshal(line, &truth); err != nil {
			t.Fatal(err)
		}
		if truth.Skipped != nil || truth.NotServed != nil {
			return
		}
		a.judge(t, truth.Repo+"/"+truth.File, truth.Repo+" "+truth.APIVersion+" "+truth.Kind, truth.Sent, truth.StrictCode == 201, truth.Causes)
	})
	t.Logf("%+v", a.counts())
}

// Damaged objects are checked as with fieldValidation=Warn, which prunes.
func TestMutantsOpen(t *testing.T) {
	dir := corpus(t)
	a := agreement{schemas: schemas(t, true)}
	lines(t, filepath.Join(dir, "truth-mutants.jsonl"), func(line []byte) {
		var truth struct {
			Repo, ID, Mutation, Op string
			Object                 json.RawMessage
			Code                   int
			Causes                 []cause
		}
		if err := json.Unmarshal(line, &truth); err != nil {
			t.Fatal(err)
		}
		if truth.Op != "create" {
			return
		}
		var m struct{ APIVersion, Kind string }
		_ = json.Unmarshal(truth.Object, &m) // of a wrong type is "", which no schema is for
		a.judge(t, truth.ID+" "+truth.Mutation, truth.Repo+" "+m.APIVersion+" "+m.Kind, truth.Object, truth.Code == 201, truth.Causes)
	})
	t.Logf("%+v", a.counts())
}

func (a *agreement) counts() map[string]int {
	return map[string]int{"agree": a.agree, "only the status is refused": a.status, "refused wrongly": a.refusedWrongly, "passed wrongly": a.passed, "judged by what JSON Schema cannot say": a.unsayable}
}

func lines(t *testing.T, name string, f func([]byte)) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		f(s.Bytes())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}
