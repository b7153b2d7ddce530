package impact

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Totals collects the effects on the objects of all files.
type Totals struct {
	report report.DiffObjects
	at     map[key]int // index in report of each cause
	kinds  map[groupKind]int
	// Changes are the possible changes behind causes; nil for none.
	Changes *Changes
}

// key identifies a cause. A message may contain a value of the object.
type key = struct {
	effect, crd, version, field, message string
	rest                                 bool // it counts effects that are not listed
}

// Add adds the next file.
func (t *Totals) Add(f *File) {
	r := &t.report
	r.Files++
	r.Objects += f.objects
	r.Unchanged += f.unchanged
	r.RefusedBefore += f.before
	for _, k := range f.others {
		r.NotCompared += k.Count
		if t.kinds == nil {
			t.kinds = map[groupKind]int{}
		}
		t.kinds[groupKind{k.Group, k.Kind}] += k.Count
	}
	counted := map[string]int{} // the last object counted for each effect
	for i := range f.effects {
		m := &f.effects[i]
		if counted[m.cause.Effect] != m.number {
			counted[m.cause.Effect] = m.number
			t.count(m.cause.Effect)
		}
		t.cause(m)
	}
	if f.manifest != nil {
		r.Manifests = append(r.Manifests, *f.manifest)
	}
}

func (t *Totals) count(effect string) {
	r := &t.report
	switch effect {
	case gone:
		r.Gone++
	case refused:
		r.Refused++
	case stuck:
		r.Stuck++
	case ratcheted:
		r.Ratcheted++
	case pruned:
		r.Pruned++
	case defaulted:
		r.Defaulted++
	case untried:
		r.Untried++
	}
}

// cause adds an object to its cause. All findings about one field are one cause, although the values of objects
// differ.
func (t *Totals) cause(m *objectEffect) {
	k := key{effect: m.cause.Effect, crd: m.cause.CRD, version: m.cause.Version, field: m.cause.Field, rest: m.cause.More > 0}
	if k.field == "" {
		k.message = m.cause.Message
	}
	if t.at == nil {
		t.at = map[key]int{}
	}
	i, known := t.at[k]
	if !known {
		i = len(t.report.Causes)
		t.at[k] = i
		t.report.Causes = append(t.report.Causes, m.cause)
	} else {
		t.report.Causes[i].More += m.cause.More
	}
	c := &t.report.Causes[i]
	if m.object.Message == "" && m.cause.Message != c.Message {
		m.object.Message = m.cause.Message
	}
	c.Objects = append(c.Objects, m.object)
	if n := len(c.Objects); n == 1 || c.Objects[n-2] != c.Objects[n-1] {
		c.Count++
	}
}

// Report returns the effects on all objects.
func (t *Totals) Report() *report.DiffObjects {
	r := &t.report
	r.Kinds = []report.DiffObjectKind{}
	for k, n := range t.kinds {
		r.Kinds = append(r.Kinds, report.DiffObjectKind{Group: k.group, Kind: k.kind, Count: n})
	}
	slices.SortFunc(r.Kinds, func(a, b report.DiffObjectKind) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind))
	})
	if r.Unread == nil {
		r.Unread = []string{}
	}
	if r.Causes == nil {
		r.Causes = []report.DiffCause{}
	}
	if r.Manifests == nil {
		r.Manifests = []report.DiffManifest{}
	}
	effects := report.DiffEffects()
	slices.SortStableFunc(r.Causes, func(a, b report.DiffCause) int {
		return cmp.Or(slices.Index(effects, a.Effect)-slices.Index(effects, b.Effect), cmp.Compare(min(a.More, 1), min(b.More, 1)), b.Count-a.Count,
			cmp.Compare(a.CRD, b.CRD), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Field, b.Field))
	})
	for i := range r.Causes {
		c := &r.Causes[i]
		c.Change = t.Changes.of(c)
		if c.More > 0 {
			c.Message = prose.Thousands(c.More) + " more values are counted and not listed; --max-findings 0 lists all"
		}
	}
	return r
}
