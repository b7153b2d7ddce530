package versions

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

func (o Options) sets(out io.Writer) ([]*set, error) {
	var sets []*set
	add := func(s *set, err error) error {
		sets = append(sets, s)
		return err
	}
	err := add(o.cases())
	if err == nil {
		err = add(o.objectCases())
	}
	if err != nil || !o.hasCorpus(out) {
		return sets, err
	}
	for _, s := range []struct {
		name, file string
		read       func(string) ([]requests.CRD, error)
	}{{"crds", "crds.jsonl.gz", requests.CRDs}, {"mutants", "mutants.jsonl.gz", requests.Mutants}} {
		list, err := s.read(o.Corpus)
		if err != nil {
			return nil, err
		}
		if err := add(crds(s.name, s.file, list), nil); err != nil {
			return nil, err
		}
	}
	for _, s := range []struct {
		name, file string
		read       func(string) ([]requests.Object, error)
	}{{"objects", "objects.jsonl.gz", requests.Objects}, {"object-mutants", "object-mutants.jsonl.gz", requests.ObjectMutants}} {
		list, err := s.read(o.Corpus)
		if err != nil {
			return nil, err
		}
		if err := add(o.objects(s.name, s.file, list), nil); err != nil {
			return nil, err
		}
	}
	list, err := requests.Costs(o.Corpus)
	if err != nil {
		return nil, err
	}
	if err := add(costs(list), nil); err != nil {
		return nil, err
	}
	err = add(o.published())
	return sets, err
}

// recorded is an answer as it stands in a history.
type recorded struct {
	golden.ObjectAnswer
	Unplayable string `json:"unplayable"`
}

func read(text json.RawMessage) (r recorded, err error) {
	return r, json.Unmarshal(text, &r)
}

func (o Options) cases() (*set, error) {
	s := &set{name: "cases", file: "cases.jsonl.gz"}
	cases, err := golden.Cases(o.Cases)
	for _, c := range cases {
		name := "crd.yaml"
		if c.JSON {
			name = "crd.json"
		}
		s.questions = append(s.questions, question{id: c.Name, hash: c.Hash(), compare: func(text json.RawMessage, as *emulated) (comparison, error) {
			want, err := read(text)
			if err != nil || want.Unplayable != "" {
				return comparison{unplayable: true}, err
			}
			got, err := as.judge(name, c.CRD, c.FieldValidation, c.InStore())
			if errors.Is(err, errNotRead) && c.NotACRD {
				return comparison{}, nil
			}
			return compared(want.Answer, got, err)
		}})
	}
	return s, err
}

func (o Options) objectCases() (*set, error) {
	s := &set{name: "object-cases", file: "object-cases.jsonl.gz"}
	cases, err := golden.ObjectCases(o.ObjectCases)
	for _, c := range cases {
		if c.Operation == "columns" {
			continue // not what the dry run does
		}
		s.questions = append(s.questions, question{id: c.Name, hash: c.Hash(), compare: func(text json.RawMessage, as *emulated) (comparison, error) {
			want, err := read(text)
			if err != nil || want.Unplayable != "" {
				return comparison{unplayable: true}, err
			}
			got, err := as.askCase(c)
			return comparedObjects(want.ObjectAnswer, got, err)
		}})
	}
	return s, err
}

func crds(name, file string, list []requests.CRD) *set {
	s := &set{name: name, file: file}
	for _, r := range list {
		s.questions = append(s.questions, question{id: r.ID, hash: r.Hash(), compare: func(text json.RawMessage, as *emulated) (comparison, error) {
			want, err := read(text)
			if err != nil {
				return comparison{}, err
			}
			got, err := as.judge(r.Name, r.Text, r.FieldValidation, nil)
			if errors.Is(err, errNotRead) && !want.Accepted && isOther(r.Text) {
				return comparison{}, nil
			}
			return compared(want.Answer, got, err)
		}})
	}
	return s
}

// isOther reports whether a text is no CustomResourceDefinition, which crdtool
// passes over.
func isOther(text []byte) bool {
	var o struct{ APIVersion, Kind string }
	return json.Unmarshal(text, &o) != nil || o.Kind != "CustomResourceDefinition" || o.APIVersion != "apiextensions.k8s.io/v1"
}

func (o Options) objects(name, file string, list []requests.Object) *set {
	s := &set{name: name, file: file}
	for _, r := range list {
		s.questions = append(s.questions, question{id: r.ID, hash: r.Hash(), compare: func(text json.RawMessage, as *emulated) (comparison, error) {
			want, err := read(text)
			if err != nil || want.Unplayable != "" {
				return comparison{unplayable: true}, err
			}
			got, err := as.askCorpus(o.Corpus, r)
			return comparedObjects(want.ObjectAnswer, got, err)
		}})
	}
	return s
}

func compared(want, got golden.Answer, err error) (comparison, error) {
	if err != nil {
		return comparison{verdict: true, differences: []difference{{"crdtool: " + mask(err.Error()), err.Error() + "\n           server: " + want.Message}}}, nil
	}
	return compareAnswers(want.Canonical(), got), nil
}

func comparedObjects(want, got golden.ObjectAnswer, err error) (comparison, error) {
	c, err := compared(want.Answer, got.Answer, err)
	if want.Accepted && got.Accepted {
		c.compareObjects(want.Object, got.Object)
	}
	return c, err
}
