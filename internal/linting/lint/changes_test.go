package lint_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/changes"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestChanges makes changes of real CRDs: of those that break something, which the
// witness proves, the default profile finds each where it was made, and it finds nothing
// in those that break none of many objects.
func TestChanges(t *testing.T) {
	total, breaking := 0, 0
	names := map[string]bool{}
	for _, f := range changes.Read(t) {
		old, err := changes.NewServer(f.CRD)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		valid := validRequests(t, &f, old)
		same := upgrade(f.CRD, f.CRD)
		for i := range f.Changes {
			c := &f.Changes[i]
			total++
			if c.Breaks {
				breaking++
			}
			name := f.Name + "/" + c.Change
			if names[name] {
				t.Errorf("%s: two changes have this name", name)
			}
			names[name] = true
			t.Run(name, func(t *testing.T) { try(t, c, f.CRD, old, valid, same) })
		}
	}
	if total < 100 || breaking*2 < total-10 || breaking*2 > total+10 {
		t.Errorf("of %d changes %d break something; 100 are needed, half of them breaking", total, breaking)
	}
}

// validRequests are requests that the CRD of a file accepts: to create its samples, the objects
// beside it, and those that witnesses of other changes create.
func validRequests(t *testing.T, f *changes.File, s *changes.Server) []changes.Probe {
	t.Helper()
	var all []changes.Probe
	for _, full := range []bool{false, true} {
		samples, err := s.Samples(t.Context(), crdtool.SampleOptions{Full: full})
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for _, sample := range samples {
			if sample.Accepted {
				all = append(all, changes.Probe{Create: sample.Object})
			}
		}
	}
	for _, o := range f.Objects {
		all = append(all, changes.Probe{Create: o})
	}
	for i := range f.Changes {
		if w := f.Changes[i].Witness; w != nil {
			all = append(all, *w)
		}
	}
	for i := range all {
		if _, err := s.Answer(t.Context(), &all[i], s); err != nil {
			t.Errorf("%s: %s is refused: %v", f.Name, all[i], err)
		}
	}
	if len(all) < 4 {
		t.Errorf("%s: there are only %d objects", f.Name, len(all))
	}
	return all
}

func try(t *testing.T, c *changes.Change, crd []byte, old *changes.Server, valid []changes.Probe, same []report.Finding) {
	text, places := c.Now, c.Places
	answer := judged(crd, text)
	if c.Refused != "" {
		if !c.Breaks || answer.APIServer.Accepted || !strings.Contains(answer.APIServer.Message, c.Refused) {
			t.Errorf("the server does not refuse the update for %q: %q", c.Refused, answer.APIServer.Message)
		}
		return
	}
	if !answer.APIServer.Accepted {
		t.Fatalf("the server refuses the update: %s", answer.APIServer.Message)
	}
	now, err := changes.NewServer(text)
	if err != nil {
		t.Fatal(err)
	}
	found := upgrade(crd, text)
	if c.Breaks {
		proves(t, c, old, now)
	} else {
		keeps(t, c, old, now, valid)
	}
	switch wrong := judge(c, found, same, places); {
	case c.Awaits != "" && wrong == nil:
		t.Errorf("this is as it should be; it need not await %s", c.Awaits)
	case c.Awaits == "" && wrong != nil:
		t.Error(wrong)
	}
}

// judge says what is wrong with the findings of a change.
func judge(c *changes.Change, found, same []report.Finding, places []*finding.Path) error {
	var said []string
	for _, f := range found {
		if c.Breaks && f.Breaks() && slices.ContainsFunc(places, func(p *finding.Path) bool { return near(p.File(), f.Path) }) {
			return nil
		}
		if !slices.ContainsFunc(same, func(s report.Finding) bool { return s.Rule == f.Rule && s.Path == f.Path && s.Message == f.Message }) {
			said = append(said, fmt.Sprintf("%s at %s: %s", f.Rule, f.Path, f.Message))
		}
	}
	if c.Breaks {
		return fmt.Errorf("no breaking change is found at %v, but %q", files(places), said)
	}
	if len(said) > 0 {
		return errors.New(strings.Join(said, "\n"))
	}
	return nil
}

// proves holds a breaking change to its witness: a request that was answered is refused
// now, or answered with less or something else.
func proves(t *testing.T, c *changes.Change, old, now *changes.Server) {
	if c.Witness == nil {
		t.Fatal("there is no witness")
	}
	was, err := old.Answer(t.Context(), c.Witness, old)
	if err != nil {
		t.Fatalf("the witness is refused before the change: %v", err)
	}
	if is, err := now.Answer(t.Context(), c.Witness, old); err == nil && changes.Kept(was, is) {
		t.Errorf("the witness does as well after the change: %v", is)
	}
}

// keeps holds a compatible change to all that is known to be valid.
func keeps(t *testing.T, c *changes.Change, old, now *changes.Server, valid []changes.Probe) {
	if c.Witness != nil {
		t.Error("a compatible change has no witness")
	}
	for _, p := range valid {
		was, err := old.Answer(t.Context(), &p, old)
		if err != nil {
			t.Fatalf("%s is refused before the change: %v", p, err)
		}
		if is, err := now.Answer(t.Context(), &p, old); err != nil || !changes.Kept(was, is) {
			t.Errorf("%s fares worse: %v, not %v: %v", p, is, was, err)
		}
	}
	// What is new must do something, or it is not what it says.
	for i := range c.Objects {
		p := &c.Objects[i]
		was, errWas := old.Answer(t.Context(), p, old)
		is, err := now.Answer(t.Context(), p, now)
		if err != nil {
			t.Errorf("%s is refused after the change: %v", p, err)
		} else if errWas == nil && changes.Kept(is, was) {
			t.Errorf("%s did as well before the change", p)
		}
	}
}

// near reports whether one of two places is the other, or above it.
func near(a, b string) bool { return above(a, b) || above(b, a) }

func above(a, b string) bool {
	rest, ok := strings.CutPrefix(b, a)
	return ok && (a == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

func files(places []*finding.Path) (all []string) {
	for _, p := range places {
		all = append(all, p.File())
	}
	return all
}

// judged is what the server says to an update of a CRD.
func judged(old, now []byte) *report.Document {
	return &changeReport(old, now, nil).Documents[0]
}

// upgrade is what the lint rules about breaking changes find in an update of a CRD.
func upgrade(old, now []byte) []report.Finding {
	return slices.DeleteFunc(changeReport(old, now, breakingRules()).Findings, func(f report.Finding) bool {
		r := rules.Find(f.Rule)
		return r == nil || r.Topic != rules.Upgrade
	})
}

// breakingRules returns the lint rules about breaking changes: those of the default profile, and those that
// only run when they are named.
func breakingRules() *rules.Selection {
	s := rules.Of(rules.ByName)
	s.Active = slices.DeleteFunc(s.Active, func(a rules.Active) bool {
		return a.Topic != rules.Upgrade || !a.Rule.Breaks && a.Profile != rules.Default
	})
	return s
}

var newest = sync.OnceValue(func() *lint.Linter { return lint.New(kube.Latest) })

func changeReport(old, now []byte, selection *rules.Selection) lint.FileReport {
	stored := source.Read("old.yaml", old).Documents[0]
	return newest().File(source.Read("now.yaml", now), lint.Options{
		Old:   func(string) *source.Document { return stored },
		Rules: selection,
	})
}
