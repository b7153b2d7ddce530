package main

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// suite is all that can kill a mutant.
type suite struct {
	testers []*tester
	units   map[*tester][]*unit
	// reach are the units in which a mutant makes a difference, by its number.
	reach [][]*unit
	// slow are units that take too long to be run for each mutant. They are run
	// for those that make a difference in no other.
	slow []*unit
}

// newSuite takes what was recorded of each test binary.
func newSuite(testers []*tester, recordings map[*tester]*recording, mutants []*mutant, slow time.Duration) *suite {
	s := &suite{testers: testers, units: map[*tester][]*unit{}, reach: make([][]*unit, len(mutants)+1)}
	last := make([][]*unit, len(mutants)+1)
	for _, t := range testers {
		r := recordings[t]
		var units []*unit
		for _, u := range fold(r.units) {
			if u.took > slow {
				s.slow = append(s.slow, u)
				continue
			}
			units = append(units, u)
		}
		s.units[t] = units
		for _, u := range units {
			for _, id := range u.hits {
				s.reach[id] = append(s.reach[id], u)
			}
		}
		// What a test sets up is for the tests within it, and what packages set
		// up for the tests that run their code.
		for _, u := range units {
			for _, inner := range units {
				if strings.HasPrefix(inner.name, u.name+"/") {
					for _, id := range u.hits {
						s.reach[id] = append(s.reach[id], inner)
					}
				}
			}
		}
		outside := map[int]bool{}
		for _, id := range r.outside {
			outside[id] = true
		}
		users := map[string][]*unit{}
		for _, u := range units {
			files := map[string]bool{}
			for _, id := range u.hits {
				if !outside[id] {
					files[mutants[id-1].file] = true
				}
			}
			for f := range files {
				users[f] = append(users[f], u)
			}
		}
		for _, id := range r.outside {
			s.reach[id] = append(s.reach[id], users[mutants[id-1].file]...)
		}
	}
	for _, u := range s.slow {
		for _, id := range u.hits {
			last[id] = append(last[id], u)
		}
	}
	for id := range s.reach {
		if len(s.reach[id]) == 0 {
			s.reach[id] = last[id]
		}
		s.reach[id] = unique(s.reach[id])
	}
	return s
}

// fold makes one unit of each test that has to be run as a whole.
func fold(units []*unit) []*unit {
	whole := map[string]*unit{}
	for _, u := range units {
		if u.whole {
			whole[u.name] = u
		}
	}
	var folded []*unit
	for _, u := range units {
		if w := whole[u.top()]; w != nil && w != u {
			w.took += u.took
			w.hits = append(w.hits, u.hits...)
			w.inner = append(w.inner, u.name)
			continue
		}
		folded = append(folded, u)
	}
	for _, w := range whole {
		slices.Sort(w.hits)
		w.hits = slices.Compact(w.hits)
	}
	return folded
}

// unique sorts units by the time they take, and takes repetitions out.
func unique(units []*unit) []*unit {
	seen := map[*unit]bool{}
	var list []*unit
	for _, u := range units {
		if !seen[u] {
			seen[u] = true
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b *unit) int { return cmp.Compare(a.took, b.took) })
	return list
}

// batch is what one process runs.
type batch struct {
	tester *tester
	units  []*unit
}

func (b *batch) took() time.Duration {
	var sum time.Duration
	for _, u := range b.units {
		sum += u.took
	}
	return sum
}

// names are the tests that are not to be skipped: the units and what they are in.
func (b *batch) names() []string {
	var names []string
	for _, u := range b.units {
		for i, r := range u.name {
			if r == '/' {
				names = append(names, u.name[:i])
			}
		}
		names = append(names, u.name)
		names = append(names, u.inner...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pattern is for -test.run.
func (b *batch) pattern() string {
	var tops []string
	for _, u := range b.units {
		tops = append(tops, u.top())
	}
	slices.Sort(tops)
	return "^(" + strings.Join(slices.Compact(tops), "|") + ")$"
}

// quick is how long the first tests of a binary take that a mutant is tried on.
const quick = 100 * time.Millisecond

// plan orders the processes to be run for a mutant: those first that killed the
// one before, then some quick tests of each binary, then the rest.
func (s *suite) plan(m *mutant, killers []*unit) []*batch {
	reach := s.reach[m.id]
	var first, second, third []*batch
	put := func(list []*batch, u *unit) []*batch {
		for _, b := range list {
			if b.tester == u.tester {
				b.units = append(b.units, u)
				return list
			}
		}
		return append(list, &batch{u.tester, []*unit{u}})
	}
	tried := map[*unit]bool{}
	for _, u := range killers {
		if slices.Contains(reach, u) {
			first = put(first, u)
			tried[u] = true
		}
	}
	spent := map[*tester]time.Duration{}
	for _, u := range reach {
		switch {
		case tried[u]:
		case spent[u.tester] < quick:
			spent[u.tester] += u.took
			second = put(second, u)
		default:
			third = put(third, u)
		}
	}
	for _, list := range [][]*batch{second, third} {
		slices.SortStableFunc(list, func(a, b *batch) int {
			return cmp.Or(-cmp.Compare(a.tester.kills, b.tester.kills), cmp.Compare(a.took(), b.took()))
		})
	}
	return slices.Concat(first, second, third)
}
