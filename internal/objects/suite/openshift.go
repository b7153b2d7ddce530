package suite

import (
	"encoding/json"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// isOpenShift reports whether a document is a suite in the format of openshift/api.
func isOpenShift(d *source.Document) bool {
	apiVersion, kind := d.TypeMeta()
	tests := source.Field(d.Root, "tests")
	return kind == "" && (apiVersion == "" || apiVersion == source.CRDAPIVersion) && tests != nil &&
		(source.Field(tests, "onCreate") != nil || source.Field(tests, "onUpdate") != nil) &&
		(source.Field(d.Root, "crdName") != nil || source.Field(d.Root, "crd") != nil)
}

// readOpenShift reads a suite in the format of openshift/api.
func readOpenShift(d *source.Document) (*Suite, []Problem) {
	r := &openShift{reader: reader{doc: d}}
	s := &Suite{File: d.File.Name, Name: text(d, "name")}
	s.Wants = Wants{OpenShift: true, Name: text(d, "crdName"), Version: text(d, "version"), Gates: r.texts(source.Field(d.Root, "featureGates"))}
	if n := source.Field(d.Root, "crd"); n != nil {
		file, _ := source.String(n)
		s.Wants.Files, s.Wants.Line = []string{file}, n.Line()
	}
	tests := source.Field(d.Root, "tests")
	for _, kind := range [...]struct {
		name string
		read func(*yamlnode.Node) *Test
	}{{"onCreate", r.onCreate}, {"onUpdate", r.onUpdate}} {
		list := source.Field(tests, kind.name)
		if list == nil || list.Kind != yamlnode.Sequence {
			continue
		}
		for _, n := range list.Content {
			n = source.Resolve(n)
			t := kind.read(n)
			t.Name, t.Line = r.string(n, "name"), n.Line()
			s.Tests = append(s.Tests, t)
		}
	}
	return s, r.problems
}

// openShift is a reader of suites in the format of openshift/api.
type openShift struct{ reader }

func (r *openShift) onCreate(n *yamlnode.Node) *Test {
	create := r.step(Create, n, "initial")
	r.refusal(create, n, "expectedError")
	r.expected(create, n)
	return &Test{Steps: []*Step{create}}
}

// onUpdate returns a test that creates an object with its status, and then updates it. With initialCRDPatches, the
// object is created under a patched CRD.
func (r *openShift) onUpdate(n *yamlnode.Node) *Test {
	t := &Test{patches: r.patches(source.Field(n, "initialCRDPatches"))}
	create := r.step(Create, n, "initial")
	t.Steps = append(t.Steps, create)
	if create.hasStatus() {
		t.Steps = append(t.Steps, r.step(Status, n, "initial"))
	}
	update := r.step(Update, n, "updated")
	t.Steps = append(t.Steps, update)
	if r.refusal(update, n, "expectedError"); update.Want.Refused {
		return t
	}
	last := update
	if update.hasStatus() {
		last = r.step(Status, n, "updated")
		t.Steps = append(t.Steps, last)
		r.refusal(last, n, "expectedStatusError")
	} else if key, _ := r.field(n, "expectedStatusError"); key != nil && r.string(n, "expectedStatusError") != "" {
		r.problem(key, "expectedStatusError is there, but updated has no status that could be refused")
	}
	if !last.Want.Refused {
		r.expected(last, n)
	}
	return t
}

// step returns a step with the object in a field, which is a text of YAML.
func (r *openShift) step(op Op, n *yamlnode.Node, field string) *Step {
	s := &Step{Op: op, Line: n.Line(), Lenient: true}
	key, at := r.field(n, field)
	if key != nil {
		s.Line = key.Line()
	}
	s.Object = r.embedded(at)
	if s.Object == nil {
		s.Object = &Object{Doc: r.doc, Value: map[string]any{}}
	}
	u := &unstructured.Unstructured{Object: s.Object.Value}
	u.SetNamespace(DefaultNamespace)
	if op == Create {
		name := r.string(n, "resourceName")
		switch {
		case name == "":
			u.SetGenerateName("test-")
		case r.string(n, "useGenerateName") == "true":
			u.SetGenerateName(name)
		default:
			u.SetName(name)
		}
	} else {
		unstructured.RemoveNestedField(u.Object, "metadata", "name")
	}
	return s
}

func (s *Step) hasStatus() bool {
	_, has := s.Object.Value["status"]
	return has
}

func (r *openShift) refusal(s *Step, n *yamlnode.Node, field string) {
	if wanted := r.string(n, field); wanted != "" {
		key, _ := r.field(n, field)
		s.Want = Expectation{Line: key.Line(), Refused: true, Texts: []string{wanted}}
	}
}

func (r *openShift) expected(s *Step, n *yamlnode.Node) {
	key, at := r.field(n, "expected")
	if o := r.embedded(at); o != nil {
		s.Want.Stored, s.Want.StoredLine, s.Want.storedAt = o.Value, key.Line(), o
		unstructured.RemoveNestedField(o.Value, "metadata", "name")
		unstructured.RemoveNestedField(o.Value, "metadata", "namespace")
	}
}

func (r *openShift) patches(list *yamlnode.Node) []map[string]any {
	if list == nil || list.Kind != yamlnode.Sequence {
		return nil
	}
	var out []map[string]any
	for _, n := range list.Content {
		if m, ok := source.Value(source.Resolve(n)).(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// Values of the field that tells the patched CRD from the original one.
const (
	sentinelPatched  = "+patched"
	sentinelRestored = "+restored"
)

// patched adds steps to tests with initialCRDPatches: the patched CRD is installed before the object is created,
// and the CRD itself afterwards. openshift/api's runner then writes the object with a field that only the restored
// CRD accepts, until that succeeds. So the object has to be valid under the restored CRD, and a step here does the
// same.
func (s *Suite) patched(c *CRD) {
	for i, t := range s.Tests {
		if t.patches == nil {
			continue
		}
		changed, err := patchedCRD(c, t.patches)
		if err != nil {
			t.Error = "initialCRDPatches: " + err.Error()
			continue
		}
		restored := c.withSentinel()
		again := *t
		again.Steps = []*Step{{Op: Upgrade, Line: t.Line, CRDs: []*CRD{changed}}}
		for _, step := range t.Steps {
			step := *step
			if step.Op == Update {
				again.Steps = append(again.Steps,
					&Step{Op: Upgrade, Line: t.Line, CRDs: []*CRD{restored}},
					&Step{Op: touch, Line: t.Line, Lenient: true, sentinel: sentinelRestored},
					&Step{Op: Upgrade, Line: t.Line, CRDs: []*CRD{c}})
			}
			if step.Op == Create {
				step.sentinel = sentinelPatched
			}
			again.Steps = append(again.Steps, &step)
		}
		s.Tests[i] = &again
	}
}

// withSentinel returns the CRD with the sentinel field.
func (c *CRD) withSentinel() *CRD {
	if c.sentinel == nil {
		v := c.value()
		addSentinel(v, max(0, versionIndex(v, c.Only)), sentinelRestored)
		c.sentinel = &CRD{Doc: c.Doc, Only: c.Only, Value: v}
	}
	return c.sentinel
}

// patchedCRD returns a CRD with all its versions after JSON patches, with the sentinel field.
func patchedCRD(c *CRD, patches []map[string]any) (*CRD, error) {
	whole := &CRD{Doc: c.Doc}
	v, err := patched(whole.value(), patches)
	if err != nil {
		return nil, err
	}
	addSentinel(v, 0, sentinelPatched)
	whole.Value = v
	return whole, nil
}

// addSentinel adds the sentinel field with one allowed value to the schema of a version.
func addSentinel(crd map[string]any, version int, value string) {
	versions, _, _ := unstructured.NestedFieldNoCopy(crd, "spec", "versions")
	list, _ := versions.([]any)
	if version >= len(list) {
		return
	}
	of, _ := list[version].(map[string]any)
	properties, _, _ := unstructured.NestedFieldNoCopy(of, "schema", "openAPIV3Schema", "properties")
	if m, ok := properties.(map[string]any); ok {
		m["sentinel"] = map[string]any{"type": "string", "enum": []any{value}}
	}
}

// patched returns an object after JSON patches (RFC 6902).
func patched(object map[string]any, patches []map[string]any) (changed map[string]any, err error) {
	text, err := json.Marshal(patches)
	if err != nil {
		return nil, err
	}
	operations, err := jsonpatch.DecodePatch(text)
	if err != nil {
		return nil, err
	}
	if text, err = json.Marshal(object); err != nil {
		return nil, err
	}
	if text, err = operations.Apply(text); err != nil {
		return nil, err
	}
	return changed, utiljson.Unmarshal(text, &changed)
}
