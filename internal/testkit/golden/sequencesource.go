package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"sigs.k8s.io/yaml"
)

// sequenceSource is a sequence as people write it; testdata/sequences/README.md says how.
type sequenceSource struct {
	Name  string
	About string
	CRD   any
	Steps []map[string]any
}

// SequenceSources reads the sequences that people have written below a folder, whose CRDs
// are in its folder crds. They are in the order of the files' names.
func SequenceSources(dir string) ([]*Sequence, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []*Sequence
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for i, part := range bytes.Split(text, []byte("\n---\n")) {
			var source sequenceSource
			if err := yaml.UnmarshalStrict(part, &source, useNumber); err != nil {
				return nil, fmt.Errorf("%s: sequence %d: %w", file, i+1, err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".yaml") + "/" + source.Name
			if source.Name == "" || source.About == "" || names[name] {
				return nil, fmt.Errorf("%s: sequence %d: it needs a name of its own, and about", file, i+1)
			}
			names[name] = true
			s, err := source.sequence(filepath.Join(dir, "crds"))
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, source.Name, err)
			}
			s.ID = name
			all = append(all, s)
		}
	}
	return all, nil
}

func useNumber(d *json.Decoder) *json.Decoder { d.UseNumber(); return d }

// sourceCRD is a CRD as far as steps need it.
type sourceCRD struct {
	Spec struct {
		Group, Scope string
		Names        struct{ Kind, Plural string }
		Versions     []struct{ Name string }
	}
	text []byte
}

func (c *sourceCRD) read(text []byte) error {
	c.text = text
	return json.Unmarshal(text, c)
}

func readSourceCRD(dir, name string) (*sourceCRD, error) {
	text, err := os.ReadFile(filepath.Join(dir, name+".yaml"))
	if err != nil {
		return nil, err
	}
	if text, err = yaml.YAMLToJSON(text); err != nil {
		return nil, err
	}
	c := new(sourceCRD)
	return c, c.read(text)
}

func (s *sequenceSource) sequence(crds string) (*Sequence, error) {
	names := []any{"widgets"}
	switch c := s.CRD.(type) {
	case string:
		names = []any{c}
	case []any:
		names = c
	}
	out := new(Sequence)
	var live []*sourceCRD
	for _, name := range names {
		c, err := readSourceCRD(crds, fmt.Sprint(name))
		if err != nil {
			return nil, err
		}
		live = append(live, c)
		out.CRDs = append(out.CRDs, c.text)
	}
	for i, fields := range s.Steps {
		step, err := sourceStep(fields, live)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}

var verbs = []string{"create", "update", "patch", "apply", "delete", "get", "crd"}

func sourceStep(fields map[string]any, crds []*sourceCRD) (Step, error) {
	s := Step{Name: "one"}
	var body any
	var bare bool
	times := 1
	var resourceVersion, version string
	namespace := "default"
	into := map[string]*string{
		"by": &s.FieldManager, "agent": &s.Agent, "force": &s.Force, "validation": &s.FieldValidation, "propagation": &s.Propagation,
		"version": &version, "namespace": &namespace, "name": &s.Name, "subresource": &s.Subresource, "type": &s.Type,
		"resourceVersion": &resourceVersion,
	}
	for k, v := range fields {
		switch {
		case slices.Contains(verbs, k) && s.Verb != "":
			return s, fmt.Errorf("both %s and %s", s.Verb, k)
		case slices.Contains(verbs, k):
			s.Verb, body = k, v
		case k == "wait":
			s.Wait = v == true
		case k == "times":
			times, _ = strconv.Atoi(fmt.Sprint(v))
		case k == "bare":
			bare = v == true
		case k == "of":
			n, err := strconv.Atoi(fmt.Sprint(v))
			if err != nil || n < 0 || n >= len(crds) {
				return s, fmt.Errorf("no CRD %v", v)
			}
			s.CRD = n
		case into[k] != nil:
			*into[k] = fmt.Sprint(v)
		default:
			return s, fmt.Errorf("unknown field %q", k)
		}
	}
	c := crds[s.CRD]
	switch s.Verb {
	case "":
		return s, fmt.Errorf("no verb")
	case "crd":
		text, err := patched(c.text, body)
		if err != nil {
			return s, err
		}
		s.Name, s.Body = "", string(text)
		return s, c.read(text)
	}
	s.Version = c.Spec.Versions[0].Name
	if version != "" {
		s.Version = version
	}
	if c.Spec.Scope == "Namespaced" {
		s.Namespace = namespace
	}
	if text, ok := body.(string); ok {
		s.Body = text
		return s, nil
	}
	if o, ok := body.(map[string]any); ok || body == nil && slices.Contains([]string{"create", "update", "apply"}, s.Verb) {
		if o == nil {
			o = map[string]any{}
		}
		if !bare && slices.Contains([]string{"create", "update", "apply"}, s.Verb) {
			c.complete(o, s)
		}
		if resourceVersion != "" {
			meta, _ := o["metadata"].(map[string]any)
			if meta == nil {
				meta = map[string]any{}
				o["metadata"] = meta
			}
			meta["resourceVersion"] = map[string]string{"current": CurrentVersion, "stale": StaleVersion}[resourceVersion]
		}
		body = o
	}
	if list, ok := body.([]any); ok {
		body = slices.Repeat(list, times)
	}
	if body == nil {
		return s, nil
	}
	text, err := compact(body)
	s.Body = string(text)
	return s, err
}

// complete adds what says of which kind and name an object is.
func (c *sourceCRD) complete(o map[string]any, s Step) {
	set := func(in map[string]any, k string, v any) {
		if _, there := in[k]; !there {
			in[k] = v
		}
	}
	if s.Subresource == "scale" {
		set(o, "apiVersion", "autoscaling/v1")
		set(o, "kind", "Scale")
	}
	set(o, "apiVersion", c.Spec.Group+"/"+s.Version)
	set(o, "kind", c.Spec.Names.Kind)
	meta, ok := o["metadata"].(map[string]any)
	if !ok && o["metadata"] == nil {
		meta = map[string]any{}
		o["metadata"] = meta
	}
	if meta != nil {
		set(meta, "name", s.Name)
	}
}

// patched is the JSON of a CRD after the operations of a JSON patch.
func patched(text []byte, operations any) ([]byte, error) {
	list, err := json.Marshal(operations)
	if err != nil {
		return nil, err
	}
	patch, err := jsonpatch.DecodePatch(list)
	if err != nil {
		return nil, fmt.Errorf("crd has to be a list of operations: %w", err)
	}
	if text, err = patch.Apply(text); err != nil {
		return nil, err
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	return compact(doc)
}
