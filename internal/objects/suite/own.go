package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/kube"
)

// APIVersion and Kind identify a suite in crdtool's format.
const (
	APIVersion = "crdtool/v1"
	Kind       = "TestSuite"
)

// The fields of a suite, of a test and of a step.
var (
	suiteFields = []string{"apiVersion", "kind", "name", "crds", "kubeVersions", "tests"}
	testFields  = []string{"name", "kubeVersions", "skip", "steps"}
	stepFields  = []string{"refused", "stored", "contains", "warnings", "pruned", "manager", "force", "clientSide", "fieldValidation"}
	operations  = []Op{Create, Update, Apply, Status, Scale, Delete, Upgrade}
)

func operationNames() []string {
	var names []string
	for _, op := range operations {
		names = append(names, string(op))
	}
	return names
}

func isOwn(d *source.Document) bool {
	apiVersion, kind := d.TypeMeta()
	return apiVersion == APIVersion && kind == Kind
}

// isOtherVersion reports whether a document is a suite of crdtool with an unknown version. Other programs also
// have kinds of that name.
func isOtherVersion(d *source.Document) bool {
	apiVersion, kind := d.TypeMeta()
	return kind == Kind && strings.HasPrefix(apiVersion, "crdtool") && apiVersion != APIVersion
}

// readOwn reads a suite in crdtool's format.
func readOwn(d *source.Document) (*Suite, []Problem) {
	r := &own{reader{doc: d}}
	r.known(d.Root, "a suite", suiteFields)
	s := &Suite{File: d.File.Name, Name: text(d, "name")}
	if key, n := r.field(d.Root, "crds"); key != nil {
		s.Wants = Wants{Files: r.texts(n), Line: key.Line()}
	}
	versions := r.versions(d.Root, nil)
	key, tests := r.field(d.Root, "tests")
	switch tests = source.Resolve(tests); {
	case key == nil:
		r.problem(d.Root, "a suite has tests: a list, each with a name and steps")
		return s, r.problems
	case tests.Kind != yamlnode.Sequence:
		r.problem(key, "tests must be a list")
		return s, r.problems
	}
	for _, n := range tests.Content {
		s.Tests = append(s.Tests, r.test(source.Resolve(n), versions))
	}
	return s, r.problems
}

// own is a reader of suites in crdtool's format.
type own struct{ reader }

// known reports each unknown field as a problem.
func (r *own) known(n *yamlnode.Node, of string, fields []string) {
	for e := range source.Entries(n) {
		if slices.Contains(fields, e.Key) {
			continue
		}
		message := fmt.Sprintf("%s has no field %q", of, e.Key)
		if near := nearest.Name(e.Key, fields); near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		} else {
			message += "; the fields are " + strings.Join(fields, ", ")
		}
		r.problem(e.KeyNode, message)
	}
}

func (r *own) versions(n *yamlnode.Node, otherwise []kube.Version) []kube.Version {
	key, _ := r.field(n, "kubeVersions")
	if key == nil {
		return otherwise
	}
	list, err := kube.ParseVersions(strings.Join(r.texts(source.Field(n, "kubeVersions")), ","))
	if err != nil {
		r.problem(key, "kubeVersions: "+err.Error())
		return otherwise
	}
	return list
}

// test reads a test. A test with a single step may have its fields instead of a list of steps.
func (r *own) test(n *yamlnode.Node, versions []kube.Version) *Test {
	t := &Test{Name: r.string(n, "name"), Line: n.Line(), Versions: r.versions(n, versions), Skip: r.string(n, "skip")}
	key, steps := r.field(n, "steps")
	if key == nil {
		r.known(n, "a test", slices.Concat(testFields, operationNames(), stepFields))
		if s := r.step(n); s != nil {
			t.Steps = append(t.Steps, s)
		}
		return t
	}
	r.known(n, "a test with steps", testFields)
	steps = source.Resolve(steps)
	if steps.Kind != yamlnode.Sequence {
		r.problem(key, "steps must be a list")
		return t
	}
	for _, n := range steps.Content {
		n = source.Resolve(n)
		r.known(n, "a step", slices.Concat(operationNames(), stepFields))
		if s := r.step(n); s != nil {
			t.Steps = append(t.Steps, s)
		}
	}
	return t
}

// step reads the operation and the expectation of a step.
func (r *own) step(n *yamlnode.Node) *Step {
	var s *Step
	for _, op := range operations {
		key, value := r.field(n, string(op))
		if key == nil {
			continue
		}
		if s != nil {
			r.problem(key, fmt.Sprintf("a step does one thing; there is %s beside %s", op, s.Op))
			continue
		}
		s = &Step{Op: op, Line: key.Line()}
		r.operand(s, key, source.Resolve(value))
	}
	if s == nil {
		r.problem(n, "a step does something: "+strings.Join(operationNames(), ", "))
		return nil
	}
	s.Manager, s.Force = r.string(n, "manager"), r.string(n, "force") == "true"
	s.ClientSide = r.string(n, "clientSide") == "true"
	switch {
	case s.ClientSide && s.Op != Apply:
		r.problem(n, "clientSide is for apply")
	case s.ClientSide && s.Force:
		r.problem(n, "force is for what is applied server-side; client-side apply takes every field that the manifest has")
	case s.Op == Apply && s.Manager == "" && !s.ClientSide: // client-side apply has another default manager
		s.Manager = "kubectl"
	}
	r.expectation(s, n)
	switch v := r.string(n, "fieldValidation"); v {
	case "", "strict":
	case "warn":
		s.Lenient = true
	default:
		key, _ := r.field(n, "fieldValidation")
		r.problem(key, "fieldValidation must be strict or warn")
	}
	return s
}

// operand reads the value of a step's operation.
func (r *own) operand(s *Step, key, n *yamlnode.Node) {
	switch s.Op {
	case Scale:
		v, err := strconv.ParseInt(n.Value, 10, 32)
		if err != nil || v < 0 {
			r.problem(key, "scale takes the number of replicas")
		}
		s.Replicas = int32(v)
	case Delete:
		if n.Kind == yamlnode.Mapping {
			s.Object = r.object(n)
		}
	case Upgrade:
		if s.Files = r.texts(n); len(s.Files) == 0 {
			r.problem(key, "upgrade takes the file of a CRD, or a list of them")
		}
	default:
		if s.Object = r.object(n); s.Object == nil {
			s.Object = &Object{Doc: r.doc, Value: map[string]any{}}
		}
	}
}

func (r *own) expectation(s *Step, n *yamlnode.Node) {
	w := &s.Want
	w.Line = s.Line
	if key, v := r.field(n, "refused"); key != nil {
		w.Line, w.Refused = key.Line(), true
		r.refused(w, source.Resolve(v))
	}
	if key, v := r.field(n, "warnings"); key != nil {
		if w.Warnings = r.texts(v); w.Warnings == nil {
			w.Warnings = []string{}
		}
		w.Line = key.Line()
	}
	if key, v := r.field(n, "pruned"); key != nil {
		w.Pruned, s.Lenient, w.Line = r.texts(v), true, key.Line()
	}
	if key, v := r.field(n, "stored"); key != nil {
		if o := r.mapping(source.Resolve(v), "stored takes the object as it is stored: a mapping"); o != nil {
			w.Stored, w.StoredLine, w.storedAt = o.Value, key.Line(), o
		}
	}
	if key, v := r.field(n, "contains"); key != nil {
		if o := r.mapping(source.Resolve(v), "contains takes a part of the stored object: a mapping"); o != nil {
			w.Part, w.PartLine, w.partAt = o.Value, key.Line(), o
		}
	}
}

// refused reads the expected refusal: true, texts, or a mapping.
func (r *own) refused(w *Expectation, n *yamlnode.Node) {
	switch {
	case n.Kind == yamlnode.Mapping:
		r.known(n, "refused", []string{"code", "field", "text"})
		w.Texts, w.Fields = r.texts(source.Field(n, "text")), r.texts(source.Field(n, "field"))
		if code := r.string(n, "code"); code != "" {
			v, err := strconv.Atoi(code)
			if err != nil {
				r.problem(n, "code is an HTTP status, such as 422")
			}
			w.Code = v
		}
	case n.Value == "true" && n.Kind == yamlnode.Scalar:
	case n.Value == "false" && n.Kind == yamlnode.Scalar:
		w.Refused = false
	default:
		w.Texts = r.texts(n)
	}
}
