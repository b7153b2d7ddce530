package mutationrun

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// written writes a test with the requests of a difference, in the format of the suites that use the CRD. It
// returns nil if the test does not pass, or does not notice the mutant.
func (r *Runner) written(m *mutant, servers *suite.Servers, d *witness.Difference) *Proof {
	s := r.home(m)
	if s == nil || d.Applied != nil {
		return nil
	}
	w := &writer{runner: r, mutant: m, suite: s, d: d, servers: servers}
	if s.Wants.OpenShift {
		return w.openShift()
	}
	return w.own()
}

// home returns the suite for a test of a mutant: the first one with the CRD whose tests reach the constraint, or
// else the first one with the CRD.
func (r *Runner) home(m *mutant) *suite.Suite {
	var home *suite.Suite
	for _, j := range m.jobs {
		if !slices.Contains(j.suite.CRDs, m.crd) {
			continue // a step installs the CRD
		}
		if j.reaches(&m.Mutant) {
			return j.suite
		}
		if home == nil {
			home = j.suite
		}
	}
	return home
}

// A writer writes a test.
type writer struct {
	runner  *Runner
	mutant  *mutant
	suite   *suite.Suite
	servers *suite.Servers
	d       *witness.Difference
}

// A step is a step of the test.
type step struct {
	op     suite.Op
	object map[string]any
}

// steps returns the steps up to the request, which is the last.
func (w *writer) steps() []step {
	var all []step
	object := plain(w.d.Object)
	if w.d.Replaces != nil {
		all = append(all, step{suite.Create, plain(w.d.Replaces)})
		if w.d.Replaces["status"] != nil && w.status() {
			all = append(all, step{suite.Status, plain(w.d.Replaces)})
		}
	}
	switch w.d.Operation {
	case "create":
		all = append(all, step{suite.Create, object})
	case "update":
		all = append(all, step{suite.Update, object})
	case "update-status":
		if w.d.Replaces == nil {
			first := runtime.DeepCopyJSON(object)
			delete(first, "status")
			all = append(all, step{suite.Create, first})
		}
		all = append(all, step{suite.Status, object})
	}
	return all
}

// status reports whether the version of the request has the status subresource.
func (w *writer) status() bool {
	c := w.runner.servers.Read(w.mutant.crd)
	v := c.VersionNamed(w.d.Version)
	return v != nil && v.HasStatus()
}

// plain returns an object without its default name.
func plain(o map[string]any) map[string]any {
	o = runtime.DeepCopyJSON(o)
	m, _ := o["metadata"].(map[string]any)
	if name, _ := m["name"].(string); name == "example" || name == "test" {
		delete(m, "name")
	}
	if len(m) == 0 {
		delete(o, "metadata")
	}
	return o
}

// own writes the test for a suite in crdtool's format.
func (w *writer) own() *Proof {
	steps := w.steps()
	for _, expect := range w.expectations(steps) {
		var b strings.Builder
		b.WriteString("- name: " + scalar(w.mutant.title()) + "\n")
		indent, dash := "  ", "  "
		if len(steps) > 1 {
			b.WriteString("  steps:\n")
			indent, dash = "    ", "  - "
		}
		for i, s := range steps {
			b.WriteString(dash + string(s.op) + ":\n" + indented(asYAML(s.object), indent+"  "))
			if i == len(steps)-1 {
				b.WriteString(indented(expect, indent))
			}
		}
		text := b.String()
		whole := "apiVersion: crdtool/v1\nkind: TestSuite\nname: x\ntests:\n" + text
		if w.tried(whole) {
			return &Proof{Text: text}
		}
	}
	return nil
}

// openShift writes the test for a suite in the format of openshift/api.
func (w *writer) openShift() *Proof {
	steps := w.steps()
	first, last := steps[0], steps[len(steps)-1]
	for _, e := range w.openShiftExpectations(steps) {
		var b strings.Builder
		b.WriteString("- name: " + scalar(w.mutant.title()) + "\n")
		b.WriteString("  initial: |\n" + indented(asYAML(first.object), "    "))
		where := "onCreate"
		if len(steps) > 1 {
			where = "onUpdate"
			b.WriteString("  updated: |\n" + indented(asYAML(last.object), "    "))
		}
		b.WriteString(indented(e, "  "))
		text := b.String()
		whole := "apiVersion: apiextensions.k8s.io/v1\nname: x\ncrdName: " + w.mutant.name + "\ntests:\n  " + where + ":\n" + indented(text, "  ")
		if w.tried(whole) {
			return &Proof{Text: text, Where: where}
		}
	}
	return nil
}

// tried reports whether the only test of a suite passes with the CRD and fails with the damaged one.
func (w *writer) tried(text string) bool {
	suites, problems := suite.Read(source.Read("test.yaml", []byte(text)))
	if len(suites) != 1 || len(problems) > 0 || len(suites[0].Tests) != 1 {
		return false
	}
	s := suites[0]
	s.CRDs = w.suite.CRDs
	return w.runner.notices(s, s.Tests[0], w.servers)
}

// answers are the answers under the CRD and under the damaged one.
type answers struct{ whole, damaged *suite.Answer }

// ask sends the requests of steps, and returns the answers to the last request.
func (w *writer) ask(steps []step, lenient bool) answers {
	return answers{w.askOne(w.runner.servers, steps, lenient), w.askOne(w.servers, steps, lenient)}
}

func (w *writer) askOne(servers *suite.Servers, steps []step, lenient bool) *suite.Answer {
	t := &suite.Test{}
	for _, s := range steps {
		t.Steps = append(t.Steps, &suite.Step{Op: s.op, Object: &suite.Object{Doc: w.mutant.crd.Doc, Value: s.object}, Lenient: lenient})
	}
	k := &keeper{Server: servers.New(t)}
	w.suite.Run(t, k)
	return k.last
}

// A keeper is a server that keeps its last answer.
type keeper struct {
	suite.Server
	last *suite.Answer
}

func (k *keeper) Send(q *suite.Request) (*suite.Answer, error) {
	a, err := k.Server.Send(q)
	k.last = a
	return a, err
}

// expectations returns possible expectations of the last step in crdtool's format, the shortest first.
func (w *writer) expectations(steps []step) []string {
	both := w.ask(steps, false)
	a := both.whole
	if a == nil {
		return nil
	}
	if !a.Accepted {
		var all []string
		for _, text := range refusals(a) {
			all = append(all, "refused: "+scalar(text)+"\n")
		}
		return all
	}
	all := []string{""}
	if a.Object != nil {
		if other := both.damaged; other != nil && other.Object != nil {
			if part := partly(stored(a.Object), stored(other.Object)); part != nil {
				all = append(all, "contains:\n"+indented(asYAML(part), "  "))
			}
		}
		all = append(all, "stored:\n"+indented(asYAML(stored(a.Object)), "  "))
	}
	return all
}

// openShiftExpectations returns possible expectations of the last step in the format of openshift/api.
func (w *writer) openShiftExpectations(steps []step) []string {
	a := w.ask(steps, true).whole
	if a == nil {
		return nil
	}
	if a.Accepted {
		return []string{"expected: |\n" + indented(asYAML(stored(a.Object)), "  ")}
	}
	field := "expectedError"
	if len(steps) > 1 && steps[len(steps)-1].op == suite.Status {
		field = "expectedStatusError"
	}
	var all []string
	for _, text := range refusals(a) {
		all = append(all, field+": "+scalar(text)+"\n")
	}
	return all
}

// refusals returns texts of a refusal: those of its causes, and the whole message.
func refusals(a *suite.Answer) []string {
	var all []string
	for _, c := range a.Causes {
		if c.Field != "" && c.Field != "<nil>" {
			all = append(all, c.Field+": "+c.Message)
		}
	}
	return append(all, a.Message)
}

// stored returns an object without the fields that the server manages.
func stored(object map[string]any) map[string]any {
	o := runtime.DeepCopyJSON(object)
	delete(o, "metadata")
	return o
}

func asYAML(v any) string {
	text, err := yamltext.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func indented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(by + line)
	}
	return b.String()
}

// scalar returns a text as YAML, on one line.
func scalar(text string) string {
	s := strings.TrimSuffix(asYAML(text), "\n")
	if !strings.Contains(s, "\n") {
		return s
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
