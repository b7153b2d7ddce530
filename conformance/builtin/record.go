package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

type recordOptions struct {
	minors string
	cases  int
	seed   uint64
}

// record writes the objects and the answers of the decoders.
func record(o recordOptions) error {
	releases, err := readReleases(modulesFolder)
	if err != nil {
		return err
	}
	objects, err := readObjects(releases)
	if err != nil {
		return err
	}
	if err := writeLines(filepath.Join(recordsFolder, "objects.jsonl.gz"), objects); err != nil {
		return err
	}
	for _, r := range releases {
		name := fmt.Sprintf("1.%d", r.minor)
		if o.minors != "" && !slices.Contains(strings.Fields(o.minors), name) {
			continue
		}
		cases, err := makeCases(objects, r.minor, o)
		if err != nil {
			return err
		}
		if err := ask(name, objects, cases); err != nil {
			return fmt.Errorf("Kubernetes %s: %w", name, err)
		}
		kept := slices.DeleteFunc(cases, func(c golden.BuiltinCase) bool { return c.Message == nil })
		if err := writeLines(filepath.Join(recordsFolder, name+".jsonl.gz"), kept); err != nil {
			return err
		}
		fmt.Printf("%s: %d answers\n", name, len(kept))
	}
	return nil
}

// readObjects returns the objects that k8s.io/api has for its own tests: those of the newest release, and those of
// kinds that only an older release has.
func readObjects(releases []release) ([]json.RawMessage, error) {
	var objects []json.RawMessage
	seen := map[string]bool{}
	for _, r := range slices.Backward(releases) {
		folder, err := download("k8s.io/api", r.version)
		if err != nil {
			return nil, err
		}
		files, err := filepath.Glob(filepath.Join(folder, "testdata/HEAD/*.json"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name := filepath.Base(file)
			if seen[name] {
				continue
			}
			seen[name] = true
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			var object map[string]any
			if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &object); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if _, has := object["metadata"]; !has {
				continue
			}
			text, err = json.Marshal(object) // with sorted keys, as kubectl sends it
			if err != nil {
				return nil, err
			}
			objects = append(objects, text)
		}
	}
	return objects, nil
}

// makeCases returns a case for each object of a kind that the release serves, as it is, and cases with damage.
func makeCases(objects []json.RawMessage, minor int, o recordOptions) ([]golden.BuiltinCase, error) {
	var cases []golden.BuiltinCase
	var served []int
	for i := range objects {
		is, err := isServed(objects[i], minor)
		if err != nil {
			return nil, err
		}
		if is {
			served, cases = append(served, i), append(cases, golden.BuiltinCase{Object: i})
		}
	}
	random := rand.New(rand.NewPCG(o.seed, uint64(minor)))
	for range o.cases {
		c := golden.BuiltinCase{Object: served[random.IntN(len(served))]}
		for range 1 + random.IntN(3) {
			object, err := c.Apply(objects[c.Object])
			if err != nil {
				return nil, err
			}
			c.Edits = append(c.Edits, damage(random, object))
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// isServed reports whether the server of a minor version can serve the kind of an object.
func isServed(object json.RawMessage, minor int) (bool, error) {
	var meta struct{ APIVersion, Kind string }
	if err := json.Unmarshal(object, &meta); err != nil {
		return false, err
	}
	q := builtin.Request{Version: kube.Version{Minor: minor}, APIVersion: meta.APIVersion, Kind: meta.Kind}
	return builtin.Check(q).Served, nil
}

// values are those with which damage replaces others.
var values = []any{
	"text", "80", "", "1Gi", "2020-01-01T00:00:00Z", "true", int64(7), int64(-1), int64(3000000000), 1.5, true, nil,
	[]any{}, []any{"a"}, []any{int64(1)}, map[string]any{}, map[string]any{"a": int64(1)}, map[string]any{"name": true},
}

// damage returns an edit of a random value below an object: another value, or another key.
func damage(random *rand.Rand, object map[string]any) golden.BuiltinEdit {
	var paths [][]any
	var walk func(v any, at []any)
	walk = func(v any, at []any) {
		if len(at) > 0 {
			paths = append(paths, slices.Clone(at))
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				if len(at) > 0 || key != "apiVersion" && key != "kind" {
					walk(v[key], append(at, key))
				}
			}
		case []any:
			for i := range v {
				walk(v[i], append(at, int64(i)))
			}
		}
	}
	walk(object, nil)
	e := golden.BuiltinEdit{Path: paths[random.IntN(len(paths))]}
	if key, isKey := e.Path[len(e.Path)-1].(string); isKey && random.IntN(3) == 0 {
		e.Key = []string{key + "s", strings.ToUpper(key[:1]) + key[1:], strings.ToLower(key) + "x"}[random.IntN(3)]
		return e
	}
	e.Value = values[random.IntN(len(values))]
	return e
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// ask sets the messages of the cases to those of the decoder of a minor version.
func ask(minor string, objects []json.RawMessage, cases []golden.BuiltinCase) error {
	program, err := os.CreateTemp("", "decode-")
	if err != nil {
		return err
	}
	program.Close()
	defer os.Remove(program.Name())
	build := exec.Command("go", "build", "-modfile=modules/"+minor+".mod", "-o", program.Name(), "./decode")
	build.Dir, build.Stderr = "minors", os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	var in bytes.Buffer
	for i := range cases {
		object, err := cases[i].Apply(objects[cases[i].Object])
		if err != nil {
			return err
		}
		text, err := json.Marshal(object)
		if err != nil {
			return err
		}
		in.Write(append(text, '\n'))
	}
	run := exec.Command(program.Name())
	run.Stdin, run.Stderr = &in, os.Stderr
	out, err := run.Output()
	if err != nil {
		return err
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for i := range cases {
		if err := answers.Decode(&cases[i].Message); err != nil {
			return fmt.Errorf("answer %d: %w", i, err)
		}
	}
	return nil
}

// writeLines writes each value as a line of JSON.
func writeLines[T any](file string, list []T) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i := range list {
		if err := encoder.Encode(list[i]); err != nil {
			return err
		}
	}
	packed, err := compress(b.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(file, packed, 0o644)
}
