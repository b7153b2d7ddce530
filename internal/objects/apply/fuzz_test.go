package apply_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// FuzzFile applies what there is in one file, with the CRDs of another and the live
// objects of a third: nothing that can be read makes it panic, findings stand in the
// file and do not contradict the verdict, and all is the same when it is done again.
func FuzzFile(f *testing.F) {
	for _, c := range sweep.Seeds(8, fuzzCases(f)) {
		f.Add(c.CRD, c.Object, c.Old)
	}
	f.Fuzz(func(t *testing.T, crds, object, old []byte) {
		set := apply.NewCRDs(kube.Latest, false)
		if set.Add(source.Read("crds.yaml", crds)) == nil {
			applyFile(t, set, object, old)
		}
	})
}

// fuzzCases are the recorded cases. Long lists, of which rules spend their budget in
// seconds, are shorter in them, or each text that is made of them would take as long.
func fuzzCases(t testing.TB) []*golden.ObjectCase {
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	long := []byte(strings.Repeat("1, ", 100))
	for _, c := range cases {
		c.Object = bytes.ReplaceAll(c.Object, long, nil)
	}
	return cases
}

// TestSeedsFile changes the files of the recorded cases, of the CRDs only some, for they
// take longest to be read.
func TestSeedsFile(t *testing.T) {
	cases := fuzzCases(t)
	var all []string
	sets := make([]func() *apply.CRDs, len(cases))
	for i, c := range cases {
		all = append(all, string(c.CRD), string(c.Object), string(c.Old))
		sets[i] = sync.OnceValue(func() *apply.CRDs {
			set := apply.NewCRDs(kube.Latest, false)
			if set.Add(source.Read("crds.yaml", c.CRD)) != nil {
				return nil
			}
			return set
		})
	}
	texts := steer.NewTexts(all, "null", "[]", "{}", `""`, "- ", ": ", "spec:", "status:", "metadata:", "apiVersion:", "kind:", "---\n", "1e400", "-0", "0x10", "~", "\"\\u0000\"", "&a ", "*a", "<<: *a\n", "!!binary ")
	steer.Seeds(t, 100, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 2))
		i := int(seed % uint64(len(cases)))
		set := sets[i]()
		if r.IntN(8) == 0 {
			set = apply.NewCRDs(kube.Latest, false)
			if set.Add(source.Read("crds.yaml", []byte(texts.Text(3*i, seed)))) != nil {
				return
			}
		}
		if set == nil {
			return
		}
		old := []byte(texts.Text(3*i+r.IntN(2)+1, seed+1))
		if r.IntN(2) == 0 {
			old = cases[i].Old
		}
		applyFile(t, set, []byte(texts.Text(3*i+1, seed)), old)
	})
}

// applyFile applies objects to a server with a live object, and to one without.
func applyFile(t *testing.T, set *apply.CRDs, object, old []byte) {
	t.Helper()
	for _, opts := range []apply.RunOptions{{Row: true}, {FieldValidation: dryrun.Warn, Command: apply.Command{Subresource: apply.Status}}, {Command: apply.Command{Subresource: apply.Scale}}} {
		run := func(live bool) apply.FileReport {
			opts := opts
			if live {
				opts.Live = apply.NewLive(set, "")
				if opts.Live.Add(source.Read("old.yaml", old)) != nil {
					return apply.FileReport{}
				}
			}
			return apply.New(set, opts).File(source.Read("object.yaml", object))
		}
		for _, live := range []bool{true, false} {
			got := run(live)
			holdVerdict(t, string(object), got)
			positions(t, string(object), &got)
			if again := run(live); !reflect.DeepEqual(again, got) {
				t.Errorf("%+v\nand when it is done again\n%+v\n%s", got, again, object)
			}
		}
	}
}
