package compare

import (
	"errors"

	"github.com/crdtool/crdtool/conformance/oracle"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// cases compares crdtool, and the server's code in this process, with the
// recorded answers.
func (r *run) cases(dir string) (crdtool, serverCode set, err error) {
	crdtool.name, serverCode.name = "cases", "server code on cases"
	cases, err := golden.Cases(dir)
	if err != nil {
		return crdtool, serverCode, err
	}
	for _, c := range cases {
		if c.Answer == nil {
			missing := result{id: c.Name, outcome: different, diff: []string{"no answer is recorded yet"}}
			crdtool.add(missing)
			serverCode.add(missing)
			continue
		}
		serverCode.add(r.serverCode(c))
		crdtool.add(r.crdtool(c))
	}
	return crdtool, serverCode, nil
}

func (r *run) crdtool(c *golden.Case) result {
	name := "crd.yaml"
	if c.JSON {
		name = "crd.json"
	}
	got, err := judge(name, c.CRD, c.FieldValidation, c.Old)
	if no := (notRead{}); errors.As(err, &no) && c.NotACRD {
		return result{id: c.Name, outcome: unread}
	}
	if err != nil {
		return result{id: c.Name, outcome: different, diff: []string{err.Error()}}
	}
	return compareAnswers(c.Name, c.Answer.Canonical(), got)
}

func (r *run) serverCode(c *golden.Case) result {
	got, err := play(r.oracle, c)
	if err != nil {
		return result{id: c.Name, outcome: different, diff: []string{err.Error()}}
	}
	if diff := c.Answer.Canonical().Diff(got); len(diff) > 0 {
		return result{id: c.Name, outcome: different, diff: diff}
	}
	return result{id: c.Name}
}

// play is the answer of the server's code to a case.
func play(o *oracle.Oracle, c *golden.Case) (golden.Answer, error) {
	switch {
	case c.Old == nil && c.Written:
		return o.CreateWritten(c.CRD, c.JSON, c.FieldValidation), nil
	case c.Old == nil:
		return o.Create(c.CRD, c.JSON, c.FieldValidation), nil
	}
	old, err := o.Old(c.Old, c.OldStored)
	if err != nil {
		return golden.Answer{}, err
	}
	return o.Update(old, c.CRD, c.JSON, c.FieldValidation), nil
}
