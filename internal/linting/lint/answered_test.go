package lint

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// TestAnsweredDocument: with an answer that is known already, it reports what Document reports, whether
// all findings are kept or some are counted.
func TestAnsweredDocument(t *testing.T) {
	cases, err := recordedCases()
	if err != nil {
		t.Fatal(err)
	}
	ch, l := crd.NewChecker(behaviour.Of(kube.Latest)), New(kube.Latest)
	read := func(name string, text []byte) *source.Document {
		if f := source.Read(name, text); len(f.Documents) == 1 {
			return f.Documents[0]
		}
		return nil
	}
	counted := 0
	for _, c := range cases {
		if c.Old == nil {
			continue
		}
		new, old := read("crd.yaml", c.CRD), read("old.yaml", c.Old)
		if new == nil || old == nil {
			continue
		}
		for _, most := range []int{0, 1, 2} {
			opts := Options{Old: func(string) *source.Document { return old }, Most: most}
			want := l.Document(read("crd.yaml", c.CRD), opts)
			was, _ := ch.Decode(old)
			was.AssumeEstablished()
			is, flaws := ch.Decode(new)
			answer := ch.Check(is, was)
			got := l.AnsweredDocument(new, &Answered{CRD: is, Old: was, Flaws: flaws, Answer: &answer}, opts)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, of which %d are kept: %+v, want %+v", c.Name, most, got, want)
			}
			for i := range got {
				if got[i].More > 0 {
					counted++
				}
			}
		}
	}
	if counted < 10 {
		t.Errorf("%d times some are counted, too few to tell", counted)
	}
}

// TestWithoutAnswer: the findings about what the server does not decode are those of a report with its answer.
func TestWithoutAnswer(t *testing.T) {
	cases, err := recordedCases()
	if err != nil {
		t.Fatal(err)
	}
	l := New(kube.Latest)
	refused := map[int]int{}
	for _, c := range cases {
		file := source.Read("crd.yaml", c.CRD)
		want, got := l.File(file, Options{}), l.File(file, Options{WithoutAnswer: true})
		if !reflect.DeepEqual(got.Findings, want.Findings) {
			t.Errorf("%s: %+v, want %+v", c.Name, got.Findings, want.Findings)
		}
		for i := range want.Documents {
			refused[want.Documents[i].APIServer.Code]++
		}
	}
	if refused[http.StatusBadRequest] < 10 {
		t.Errorf("answers by code: %v, too few are about decoding", refused)
	}
}
