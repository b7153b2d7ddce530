package witness

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/sample"
	"github.com/crdtool/crdtool/internal/schemaread"
	"github.com/crdtool/crdtool/schema"
)

// Shared are searches of the provers of a run. Copies of a CRD that differ in some fields
// have most of them in common: a search that reads the same of two schemas finds the same,
// so that who has done it does not matter. All provers ask the same servers. It may be used
// by several goroutines.
type Shared struct {
	seed maphash.Seed

	mu   sync.Mutex
	done map[string][]*done
	// kept are the keys of all, the oldest first.
	kept []string
	size int
}

// mostShared is how many bytes are kept, roughly.
const mostShared = 1 << 20

// mostAlike is how many searches are kept that differ in nothing but the schema.
const mostAlike = 6

// NewShared returns no searches.
func NewShared() *Shared { return &Shared{seed: maphash.MakeSeed(), done: map[string][]*done{}} }

// done is a search that was done, with enough left to do more.
type done struct {
	seen *schemaread.Seen
	// bypass is what was found, as JSON, which takes a fifth of the memory; nil for nothing.
	bypass []byte
	// cost is what it cost beside the object that has the value, and held what that did.
	cost, held sample.Spending
	// learned is what was learned from it.
	learned sample.Lessons
	size    int
}

func (s *Shared) of(key string) []*done {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done[key]
}

func (s *Shared) add(key string, d *done) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.size > mostShared/4 {
		return
	}
	key = strings.Clone(key)
	// Those who read the list keep theirs as it is.
	s.done[key] = append([]*done{d}, s.done[key]...)
	s.kept = append(s.kept, key)
	s.size += d.size
	for s.size > mostShared {
		s.dropLast(s.kept[0])
		s.kept = s.kept[1:]
	}
	if len(s.done[key]) > mostAlike {
		s.dropLast(key)
		s.kept = slices.Delete(s.kept, slices.Index(s.kept, key), slices.Index(s.kept, key)+1)
	}
}

// dropLast drops the oldest search of a key.
func (s *Shared) dropLast(key string) {
	list := s.done[key]
	s.size -= list[len(list)-1].size
	if s.done[key] = list[:len(list)-1]; len(list) == 1 {
		delete(s.done, key)
	}
}

// Among has a prover share its searches with others.
func (p *Prover) Among(others *Shared) *Prover {
	p.others = others
	return p
}

// search is what a search is for.
type search struct {
	version string
	rule    *finding.Path
	said    string
	value   []finding.Segment
	links   [][]finding.Segment
}

// same is what searches depend on beside the CEL rule.
type same struct {
	// key is what requests depend on beside the schema, which is root; it is empty if
	// searches are not shared.
	key  string
	root *schema.Schema
	sums *schemaread.Sums
	// learned sums up as many lessons as lessons says: there are only ever more.
	learned uint64
	lessons int
}

// after sums up what was learned before a search.
func (s *same) after(seed maphash.Seed, l sample.Lessons) uint64 {
	if len(l) != s.lessons {
		s.learned, s.lessons = maphash.String(seed, l.String()), len(l)
	}
	return s.learned
}

// alike works out what searches depend on.
func (p *Prover) alike() *same {
	if p.same != nil {
		return p.same
	}
	p.same = new(same)
	c := &p.crd.Spec
	if len(c.Versions) != 1 || c.PreserveUnknownFields || p.crd.Terminating() || p.crd.Metadata.DeletionTimestamp != nil || c.Conversion != nil && c.Conversion.Strategy == "Webhook" {
		return p.same
	}
	v := &c.Versions[0]
	root := v.OpenAPISchema()
	if root == nil || sample.TooLarge(root) {
		return p.same
	}
	scale := ""
	if v.Subresources != nil && v.Subresources.Scale != nil {
		of := v.Subresources.Scale
		scale = fmt.Sprintf("%q %q", of.SpecReplicasPath, of.StatusReplicasPath)
		if of.LabelSelectorPath != nil {
			scale += fmt.Sprintf(" %q", *of.LabelSelectorPath)
		}
	}
	p.same = &same{
		key:  fmt.Sprintf("%v %q %q %q %q %q %q %t %t %t %s", p.options.Version, c.Group, c.Names.Kind, c.Names.Plural, c.Names.Singular, c.Scope, v.Name, v.Served, v.Storage, v.HasStatus(), scale),
		root: root, sums: schemaread.NewSums(p.others.seed),
	}
	return p.same
}

// shared is a search, or what another prover found by the same. What is paid for it is the
// same, so that what comes next does not depend on who did it.
func (p *Prover) shared(s search, find func() *Bypass) *Bypass {
	if p == nil || p.others == nil || !p.priced() {
		return find()
	}
	same := p.alike()
	if same.key == "" {
		return find()
	}
	before := p.budget.Lessons()
	key := s.key(same.key, same.after(p.others.seed, before))
	place := s.version + "\x00" + text(s.value)
	for _, d := range p.others.of(key) {
		if b, ok := p.adopt(d, place); ok {
			return b
		}
	}
	_, known := p.held[place]
	var b *Bypass
	cost, reads := p.note(func() { b = find() })
	if !p.budget.Ample(cost) || !p.meter.Ample(cost.Rules) {
		return b
	}
	d := &done{cost: cost, learned: p.budget.Lessons()[len(before):]}
	if b != nil {
		text, err := json.Marshal(b)
		if err != nil {
			return b
		}
		d.bypass = text
	}
	if f := p.held[place]; f != nil {
		d.held = f.cost
		if !known {
			d.cost.Tries -= f.cost.Tries
			d.cost.Values -= f.cost.Values
			d.cost.Rules -= f.cost.Rules
		}
	}
	if d.seen, d.size = reads.Seen(same.root, same.sums); d.seen == nil {
		return b
	}
	d.size += 256 + len(key) + len(d.bypass) + 4*len(d.learned.String())
	p.others.add(key, d)
	return b
}

// adopt takes what a search of another prover has found if it is what one's own would find.
func (p *Prover) adopt(d *done, place string) (b *Bypass, ok bool) {
	paid := d.cost
	_, known := p.held[place]
	if !known {
		paid.Tries += d.held.Tries
		paid.Values += d.held.Values
		paid.Rules += d.held.Rules
		paid.Largest = max(paid.Largest, d.held.Largest)
	}
	after := p.budget
	after.Pay(paid)
	if !after.Ample(paid) || !p.meter.Ample(paid.Rules) || !d.seen.In(p.same.root, p.same.sums) {
		return nil, false
	}
	if d.bypass != nil {
		b = new(Bypass)
		if utiljson.Unmarshal(d.bypass, b) != nil {
			return nil, false
		}
	}
	if !known && d.held != (sample.Spending{}) {
		p.held[place] = &found{cost: d.held, paid: true, left: p.budget.Left, metered: *p.meter, lessons: p.budget.Lessons()}
	}
	p.budget.Pay(paid)
	p.meter.Pay(paid.Rules)
	p.budget.Learned(append(p.budget.Lessons(), d.learned...))
	return b, true
}

// key tells searches apart, those of different CRDs among them.
func (s *search) key(of string, learned uint64) string {
	var b strings.Builder
	for _, part := range [...]string{of, below(s.rule), s.said, text(s.value)} {
		fmt.Fprintf(&b, "%d %s", len(part), part)
	}
	fmt.Fprintf(&b, "%x", learned)
	for _, link := range s.links {
		b.WriteByte('/')
		b.WriteString(text(link))
	}
	return b.String()
}

// note does something, and returns what that cost and what it read of the schema.
func (p *Prover) note(do func()) (sample.Spending, *schemaread.Reads) {
	outer, before, metered := p.budget.Reads, p.budget.Spent, p.meter.Spent()
	p.budget.Spent = sample.Spending{}
	if p.others != nil && p.alike().key != "" {
		p.budget.Reads = schemaread.New()
	}
	do()
	cost, reads := p.budget.Spent, p.budget.Reads
	cost.Rules = p.meter.Spent() - metered
	p.budget.Reads = outer
	outer.Add(reads)
	p.budget.Spent = sample.Spending{
		Tries: before.Tries + cost.Tries, Values: before.Values + cost.Values, Largest: max(before.Largest, cost.Largest),
	}
	return cost, reads
}
