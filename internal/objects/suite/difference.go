package suite

import (
	"maps"
	"slices"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// A Difference is an expectation that differs from the stored object.
type Difference struct {
	// File and Line are the position of the expectation.
	File string
	Line int
	// at is the expected object in the file, or comments are the expected fields.
	at       *Object
	comments []storedField
	// want is the expected object and got is the stored one, both without the ignored fields.
	want, got map[string]any
}

// A storedField is an expected field in a comment.
type storedField struct {
	line  int
	names []string
}

// Differences runs a test, and returns the differences between expected and stored objects. It returns nil if the
// test fails for another reason.
func (s *Suite) Differences(t *Test, server Server, v kube.Version) []Difference {
	r := newRun(t, server)
	r.update = true
	if t.Versions != nil && !slices.Contains(t.Versions, v) {
		return nil
	}
	if s.run(r); r.out.Outcome != report.TestPassed {
		return nil
	}
	for i := range r.differences {
		r.differences[i].File = s.File
	}
	return r.differences
}

// differs adds a difference instead of a failure.
func (r *run) differs(line int, at *Object, comments []storedField, want, got map[string]any) {
	if !jsonvalue.Equal(want, got) {
		r.differences = append(r.differences, Difference{Line: line, at: at, comments: comments, want: want, got: got})
	}
}

// An amend is a change of the expected object in the file.
type amend struct {
	op finding.ChangeOp // Remove, Add or Replace
	at *finding.Path
	// value is a JSON value.
	value any
}

// amends returns the changes that turn the expected object want into the stored object got, in the order of keys.
// inFile is the object in the file, which may lack fields of want.
func amends(at *finding.Path, inFile, want, got map[string]any) (all []amend) {
	keys := map[string]any{}
	maps.Copy(keys, want)
	maps.Copy(keys, got)
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		path := at.Child(k)
		written, isWritten := inFile[k]
		w, wanted := want[k]
		g, is := got[k]
		switch {
		case wanted && is && jsonvalue.Equal(w, g):
		case !is:
			if isWritten {
				all = append(all, amend{op: finding.Remove, at: path})
			}
		case !isWritten:
			all = append(all, amend{op: finding.Add, at: path, value: addedFields(w, g)})
		default:
			all = append(all, amendValue(path, written, w, g)...)
		}
	}
	return all
}

// addedFields returns the fields of a value that another value lacks or has with another value.
func addedFields(than, v any) any {
	a, _ := than.(map[string]any)
	b, ok := v.(map[string]any)
	if !ok || a == nil {
		return v
	}
	out := map[string]any{}
	for k := range b {
		if old, has := a[k]; !has || !jsonvalue.Equal(old, b[k]) {
			out[k] = b[k]
		}
	}
	return out
}

// amendValue returns the changes of a value in the file.
func amendValue(at *finding.Path, written, want, got any) []amend {
	if jsonvalue.Equal(want, got) {
		return nil
	}
	switch g := got.(type) {
	case map[string]any:
		in, ok := written.(map[string]any)
		w, ok2 := want.(map[string]any)
		if ok && ok2 && len(in) > 0 {
			return amends(at, in, w, g)
		}
	case []any:
		in, ok := written.([]any)
		w, ok2 := want.([]any)
		if !ok || !ok2 || len(in) != len(g) || len(w) != len(g) {
			break
		}
		var all []amend
		for i := range g {
			item := at.Index(i)
			changes := amendValue(item, in[i], w[i], g[i])
			if len(changes) == 1 && changes[0].at == item && !(isScalar(in[i]) && isScalar(g[i])) {
				return []amend{{op: finding.Replace, at: at, value: got}} // an item cannot be inserted before another
			}
			all = append(all, changes...)
		}
		return all
	}
	return []amend{{op: finding.Replace, at: at, value: got}}
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}
