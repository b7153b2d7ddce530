package suite

import (
	"maps"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Difference is an expectation of a stored object that is not what is stored.
type Difference struct {
	// File and Line are those of the expectation.
	File string
	Line int
	// at is the object in the file; comments are the fields in its place.
	at       *Object
	comments []storedField
	// want is what the file expects, and got what is stored, both with the same left out.
	want, got map[string]any
}

// storedField is an expectation in a comment.
type storedField struct {
	line  int
	names []string
}

// Differences takes a test through a server, and returns where stored objects are others
// than it expects, if it fails for nothing else.
func (s *Suite) Differences(t *Test, server Server, v kube.Version) []Difference {
	r := newRun(t, server)
	r.update = true
	if t.Versions != nil && !slices.Contains(t.Versions, v) {
		return nil
	}
	if s.take(r); r.out.Outcome != report.TestPassed {
		return nil
	}
	for i := range r.differences {
		r.differences[i].File = s.File
	}
	return r.differences
}

// differs notes a difference in the place of a failure.
func (r *run) differs(line int, at *Object, comments []storedField, want, got map[string]any) {
	if !jsonvalue.Equal(want, got) {
		r.differences = append(r.differences, Difference{Line: line, at: at, comments: comments, want: want, got: got})
	}
}

// amend is one change that leads from what is expected to what is stored.
type amend struct {
	op finding.ChangeOp // Remove, Add or Replace
	at *finding.Path
	// value is any JSON value.
	value any
}

// amends are the changes that lead from one object to another, in the order of keys.
// inFile is what is written of the one, which may lack parts of it.
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
			all = append(all, amend{op: finding.Add, at: path, value: beyond(w, g)})
		default:
			all = append(all, amendValue(path, written, w, g)...)
		}
	}
	return all
}

// beyond is what a value has more than another.
func beyond(than, v any) any {
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

// amendValue are the changes of a value that is written in the file.
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
				return []amend{{op: finding.Replace, at: at, value: got}} // no item is written in the place of another
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
