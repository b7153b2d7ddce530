package suite

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const (
	// DefaultName is the name of objects without one.
	DefaultName = "test"
	// DefaultNamespace is the namespace of objects without one.
	DefaultNamespace = "default"
)

// A run is a test that is running.
type run struct {
	server Server
	test   *Test
	out    report.Test
	// objects are the last objects that the server returned, by target without version.
	objects map[Target]map[string]any
	last    Target
	failed  bool
	// update says that differences of stored objects are recorded instead of failures.
	update      bool
	differences []Difference
}

func newRun(t *Test, server Server) *run {
	return &run{
		server: server, test: t, objects: map[Target]map[string]any{},
		out: report.Test{Name: t.Name, Line: t.Line, Outcome: report.TestPassed, Steps: []report.TestStep{}},
	}
}

// Run runs a test on a server.
func (s *Suite) Run(t *Test, server Server) report.Test {
	r := newRun(t, server)
	s.run(r)
	return r.out
}

// run runs a test.
func (s *Suite) run(r *run) {
	t, server := r.test, r.server
	if skip := cmp.Or(s.Error, t.Error, t.Skip); skip != "" {
		r.skip(skip)
		return
	}
	for _, c := range s.CRDs {
		refused, err := server.Install(c)
		if err != nil {
			refused = err.Error()
		}
		if refused != "" && t.uses(c) {
			r.skip("the server refuses the CRD " + c.Name() + ": " + refused)
			return
		}
	}
	for _, step := range t.Steps {
		if err := r.step(step); err != nil {
			r.fail(report.TestFailure{Line: step.Line, Expected: step.Want.String(), Got: err.Error()})
		}
		if r.failed {
			break
		}
	}
}

// RunOn is like Run, but skips a test that is not for the version of Kubernetes.
func (s *Suite) RunOn(t *Test, server Server, v kube.Version) report.Test {
	if t.Versions != nil && !slices.Contains(t.Versions, v) {
		return report.Test{
			Name: t.Name, Line: t.Line, Outcome: report.TestSkipped, Steps: []report.TestStep{},
			Message: fmt.Sprintf("it is for Kubernetes %s, not for %s", kube.Spans(t.Versions), v),
		}
	}
	return s.Run(t, server)
}

func (r *run) skip(why string) { r.out.Outcome, r.out.Message = report.TestSkipped, why }

func (r *run) fail(f report.TestFailure) {
	r.failed = true
	r.out.Outcome = report.TestFailed
	if r.out.Message == "" {
		r.out.Message = "expected " + f.Expected + ", got " + f.Got
	}
	r.out.Failures = append(r.out.Failures, f)
}

// step runs a step and checks the answer.
func (r *run) step(s *Step) error {
	if s.Op == Upgrade {
		return r.upgrade(s)
	}
	q := r.request(s)
	a, err := r.server.Send(q)
	if err != nil {
		return err
	}
	r.out.Steps = append(r.out.Steps, report.TestStep{
		Op: string(s.Op), Line: s.Line, Expected: s.Want.String(), Code: a.Code, Message: a.Message,
	})
	if a.Accepted {
		q.Name = cmp.Or(nameOf(a.Object), q.Name)
		r.last = q.Target
		r.objects[q.Target.unversioned()] = a.Object
	}
	r.check(s, q, a)
	return nil
}

func (r *run) upgrade(s *Step) error {
	message := ""
	for _, c := range s.CRDs {
		refused, err := r.server.Install(c)
		if err != nil {
			return err
		}
		message = cmp.Or(message, refused)
	}
	r.out.Steps = append(r.out.Steps, report.TestStep{Op: string(s.Op), Line: s.Line, Expected: s.Want.String(), Message: message})
	r.verdict(s, &Answer{APIServer: report.APIServer{Accepted: message == "", Message: message}})
	return nil
}

func (t Target) unversioned() Target {
	t.Version = ""
	return t
}

// request returns the request of a step.
func (r *run) request(s *Step) *Request {
	q := &Request{Target: r.last, Op: s.Op, Step: s}
	if s.Object != nil {
		u := &unstructured.Unstructured{Object: s.Object.Value}
		gv, _ := apischema.ParseGroupVersion(u.GetAPIVersion())
		q.Group, q.Version, q.Kind = gv.Group, gv.Version, u.GetKind()
		q.Namespace = cmp.Or(u.GetNamespace(), DefaultNamespace)
		q.Name = u.GetName()
		if q.Name == "" && (s.Op != Create || u.GetGenerateName() == "") {
			q.Name = DefaultName
			if r.last.Kind == q.Kind && r.last.Group == q.Group && s.Op != Create {
				q.Name, q.Namespace = r.last.Name, r.last.Namespace
			}
		}
	}
	current := r.objects[q.unversioned()]
	switch s.Op {
	case Status:
		q.Body = statusOf(current, s.Object.Value)
	case touch:
		q.Body = with(current, "sentinel", s.sentinel)
	case Scale, Delete:
	default:
		u := &unstructured.Unstructured{Object: jsonvalue.Shallow(s.Object.Value)} // keep the step's object
		if s.sentinel != "" {
			u.Object["sentinel"] = s.sentinel
		}
		if q.Name != "" {
			u.SetName(q.Name)
		}
		if u.GetNamespace() == "" {
			u.SetNamespace(q.Namespace)
		}
		if s.Op == Update && u.GetResourceVersion() == "" {
			u.SetResourceVersion((&unstructured.Unstructured{Object: current}).GetResourceVersion())
		}
		q.Body = u.Object
	}
	return q
}

// statusOf returns an object with the status of another.
func statusOf(current, of map[string]any) map[string]any {
	if current == nil {
		return runtime.DeepCopyJSON(of)
	}
	current = maps.Clone(current)
	delete(current, "status")
	for _, k := range [...]string{"apiVersion", "kind", "status"} {
		if v, has := of[k]; has {
			current[k] = v
		}
	}
	return runtime.DeepCopyJSON(current)
}

// check compares an answer and the stored object with the expectation.
func (r *run) check(s *Step, q *Request, a *Answer) {
	if !r.verdict(s, a) {
		return
	}
	w := &s.Want
	if w.Warnings != nil {
		r.warnings(w, a)
	}
	for _, p := range w.Pruned {
		if !slices.Contains(a.Pruned, p) {
			r.fail(report.TestFailure{Line: w.Line, Expected: p + " is pruned", Got: "it is not" + listed("; pruned: ", a.Pruned)})
		}
	}
	if w.Stored == nil && w.Part == nil {
		return
	}
	got, err := r.server.Get(&q.Target)
	if err != nil {
		r.fail(report.TestFailure{Line: w.Line, Expected: "a stored object", Got: err.Error()})
		return
	}
	if r.update {
		if w.Stored != nil {
			r.differs(w.StoredLine, w.storedAt, nil, normal(w.Stored, got), normal(got, got))
		}
		if w.Part != nil {
			r.differs(w.PartLine, w.partAt, w.comments, w.Part, partOf(got, w.Part))
		}
		return
	}
	if w.Stored != nil {
		r.same(w.StoredLine, "the stored object", normal(w.Stored, got), normal(got, got))
	}
	if w.Part != nil {
		r.same(w.PartLine, "this part of the stored object", w.Part, partOf(got, w.Part))
	}
}

// verdict checks acceptance or refusal. It reports whether the request was accepted as expected, so that more can
// be checked.
func (r *run) verdict(s *Step, a *Answer) (more bool) {
	w := &s.Want
	line := cmp.Or(w.Line, s.Line)
	wrong := func(got string) bool {
		r.fail(report.TestFailure{Line: line, Expected: w.String(), Got: got, Findings: a.Findings})
		return false
	}
	switch {
	case !w.Refused && a.Accepted:
		return true
	case !w.Refused:
		return wrong("refused: " + a.Message)
	case a.Accepted:
		return wrong(accepted(s.Op))
	case a.UnknownKind && w.Code == 0 && len(w.Texts)+len(w.Fields) == 0:
		// A test hardly expects a missing CRD.
		return wrong("refused: " + a.Message)
	case w.Code != 0 && w.Code != a.Code:
		return wrong("refused with " + strconv.Itoa(a.Code) + ": " + a.Message)
	}
	for _, t := range w.Texts {
		if !hasMessage(a, t) {
			return wrong("refused: " + a.Message)
		}
	}
	for _, f := range w.Fields {
		if !slices.ContainsFunc(a.Causes, func(c report.Cause) bool { return c.Field == f }) {
			return wrong("refused: " + a.Message)
		}
	}
	if w.At != 0 && !slices.ContainsFunc(a.Findings, func(f report.Finding) bool { return f.Line == w.At }) {
		return wrong("refused: " + a.Message)
	}
	return false
}

// hasMessage reports whether the server's message contains a text, with its causes in any order: the server lists them
// at random.
func hasMessage(a *Answer, text string) bool {
	if strings.Contains(a.Message, text) {
		return true
	}
	if len(a.Causes) < 2 {
		return false
	}
	causes := make([]string, len(a.Causes))
	for i := range a.Causes {
		causes[i] = a.Causes[i].Field + ": " + a.Causes[i].Message
	}
	first := len(a.Message)
	for _, c := range causes {
		if i := strings.Index(a.Message, c); i >= 0 {
			first = min(first, i)
		}
	}
	head := a.Message[:first]
	return begins(text, head, causes, make([]bool, len(causes)))
}

// begins reports whether a text begins within the head of a message or within a cause, and continues with other
// causes.
func begins(text, head string, causes []string, used []bool) bool {
	for i := range head {
		if rest, ok := strings.CutPrefix(text, head[i:]); ok && isCauseList(rest, causes, used) {
			return true
		}
	}
	for k, c := range causes {
		for i := range c {
			used[k] = true
			rest, ok := strings.CutPrefix(text, c[i:])
			if ok && (strings.HasPrefix("]", rest) || strings.HasPrefix(rest, ", ") && isCauseList(rest[2:], causes, used)) {
				return true
			}
			used[k] = false
		}
	}
	return false
}

// isCauseList reports whether a text is a list of unused causes, the last of which may be truncated.
func isCauseList(text string, causes []string, used []bool) bool {
	for k, c := range causes {
		if used[k] {
			continue
		}
		if strings.HasPrefix(c+"]", text) {
			return true
		}
		if rest, ok := strings.CutPrefix(text, c+", "); ok {
			used[k] = true
			if isCauseList(rest, causes, used) {
				return true
			}
			used[k] = false
		}
	}
	return false
}

// accepted names the outcome of an accepted request.
func accepted(op Op) string {
	switch op {
	case Create:
		return "created"
	case Delete:
		return "deleted"
	case Upgrade:
		return "accepted"
	}
	return "updated"
}

func (r *run) warnings(w *Expectation, a *Answer) {
	for _, want := range w.Warnings {
		if !slices.ContainsFunc(a.Warnings, func(got string) bool { return strings.Contains(got, want) }) {
			r.fail(report.TestFailure{Line: w.Line, Expected: "a warning with " + strconv.Quote(want), Got: orNone(a.Warnings)})
		}
	}
	if len(w.Warnings) == 0 && len(a.Warnings) > 0 {
		r.fail(report.TestFailure{Line: w.Line, Expected: "no warnings", Got: orNone(a.Warnings)})
	}
}
