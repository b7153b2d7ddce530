package reports

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// applied is what apply-dry says of the objects of every case, and of files that
// hardly hold any.
func applied(t *testing.T) *report.Report {
	t.Helper()
	all := new(report.Report)
	add := func(crds *apply.CRDs, opts apply.RunOptions, name string, text []byte) {
		r := apply.New(crds, opts).File(source.Read(name, text))
		whole := r.Whole()
		all.Documents = append(all.Documents, whole.Documents...)
		all.Findings = append(all.Findings, whole.Findings...)
		all.Summary.Add(whole.Summary)
	}
	cases, err := golden.ObjectCases("../../testdata/dryrun")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if c.Object == nil {
			continue
		}
		crds := apply.NewCRDs(kube.Latest, false)
		if err := crds.Add(source.Read("crds/"+c.Name+".yaml", c.CRD)); err != nil {
			t.Fatal(err)
		}
		opts := apply.RunOptions{FieldValidation: c.FieldValidation}
		if c.Operation == "update-status" {
			opts.Subresource = apply.Status
		}
		if c.Old != nil {
			opts.Live = apply.NewLive(crds, "")
			if err := opts.Live.Add(source.Read("old.yaml", c.Old)); err != nil {
				t.Fatal(err)
			}
		}
		add(crds, opts, "objects/"+c.Name+".yaml", c.Object)
	}
	for name, text := range map[string]string{
		"odd/100% of: a, b.yaml": "a: [1\nb: 2\n",
		"odd/binary.yaml":        "\x89PNG\r\n\x1a\n\x00\x00",
		"odd/control.yaml":       "apiVersion: \"<a>\\e[31m|`]]>.b/v1\"\nkind: \"@C **#1** <img src=x> $a$ http://x.y ![a](b)\\n- c\"\n",
		"<stdin>":                "apiVersion: a.b/v1\nkind: C\n",
	} {
		add(apply.NewCRDs(kube.Latest, false), apply.RunOptions{}, name, []byte(text))
	}
	return all
}
