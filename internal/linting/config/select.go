package config

import (
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Choice has the rules that the command line selects. It overrides the configuration.
type Choice struct {
	// Profile replaces the profile; nil keeps the configuration's.
	Profile *rules.Profile
	// Enable and Disable are IDs of rules to switch on or off in any profile.
	Enable, Disable []string
}

// Selector selects the rules for a file. It is safe for concurrent use.
type Selector struct {
	config *Config
	choice Choice
	// scoped has the IDs of the rules with globs, sorted.
	scoped []string

	mu    sync.Mutex
	known map[string]*rules.Selection // by which scoped rules apply
}

// Selector returns the selector of the configuration and the command line's choice.
func (c *Config) Selector(choice Choice) *Selector {
	s := &Selector{config: c, choice: choice, known: map[string]*rules.Selection{}}
	for id, r := range c.Rules {
		if len(r.Paths)+len(r.Exclude) > 0 {
			s.scoped = append(s.scoped, id)
		}
	}
	slices.Sort(s.scoped)
	return s
}

// For returns the rules for a file. Files with the same matching globs share one selection.
func (s *Selector) For(file string) *rules.Selection {
	within := make([]byte, len(s.scoped))
	if len(s.scoped) > 0 {
		name := s.config.relative(file)
		for i, id := range s.scoped {
			r := s.config.Rules[id]
			within[i] = '-'
			if (len(r.Paths) == 0 || anyMatches(r.Paths, name)) && !anyMatches(r.Exclude, name) {
				within[i] = '+'
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(within)
	if s.known[key] == nil {
		s.known[key] = s.selection(func(id string) bool {
			i, scoped := slices.BinarySearch(s.scoped, id)
			return !scoped || within[i] == '+'
		})
	}
	return s.known[key]
}

// Profile returns the profile of the command line, or of the configuration.
func (s *Selector) Profile() rules.Profile {
	if s.choice.Profile != nil {
		return *s.choice.Profile
	}
	return s.config.Profile
}

// ForForeign returns the rules for a file with CRDs of other projects: only those that the configuration or the
// command line names, and no warnings of the server.
func (s *Selector) ForForeign(file string) *rules.Selection {
	all := s.For(file)
	sel := &rules.Selection{Server: map[string]rules.Setting{}}
	for _, a := range all.Active {
		if s.Names(a.ID) {
			sel.Active = append(sel.Active, a)
		}
	}
	for id, set := range all.Server {
		sel.Server[id] = set
	}
	for _, r := range rules.ServerRules() {
		sel.Server[r.ID] = rules.Setting{Off: true, Severity: r.Severity}
	}
	return sel
}

// Without returns the rules for a file without one rule, unless the configuration or the command line names it.
func (s *Selector) Without(file, id string) *rules.Selection {
	all := s.For(file)
	if s.Names(id) {
		return all
	}
	sel := &rules.Selection{Server: all.Server}
	for _, a := range all.Active {
		if a.ID != id {
			sel.Active = append(sel.Active, a)
		}
	}
	return sel
}

// Names reports whether the configuration or the command line switches a rule on by its ID.
func (s *Selector) Names(id string) bool {
	on := s.config.Rules[id].On
	return on != nil && *on || slices.Contains(s.choice.Enable, id)
}

func (s *Selector) selection(within func(id string) bool) *rules.Selection {
	profile := s.Profile()
	sel := &rules.Selection{Server: map[string]rules.Setting{}}
	for _, r := range rules.All() {
		set := s.config.Rules[r.ID]
		is := r.Profile <= profile
		if set.On != nil {
			is = *set.On
		}
		is = is && within(r.ID)
		if slices.Contains(s.choice.Enable, r.ID) {
			is = true
		}
		if slices.Contains(s.choice.Disable, r.ID) {
			is = false
		}
		if is {
			sel.Active = append(sel.Active, rules.Active{Rule: r, Severity: severity(r, set), Options: set.Options})
		}
	}
	for _, r := range append(rules.ServerRules(), rules.CommentRules()...) {
		set := s.config.Rules[r.ID]
		is := set.On == nil || *set.On || !within(r.ID)
		if slices.Contains(s.choice.Enable, r.ID) {
			is = true
		}
		if slices.Contains(s.choice.Disable, r.ID) {
			is = false
		}
		if to := severity(r, set); !is || to != r.Severity && within(r.ID) {
			sel.Server[r.ID] = rules.Setting{Off: !is, Severity: to}
		}
	}
	return sel
}

func severity(r *rules.Rule, set Rule) finding.Severity {
	if set.Severity != nil {
		return *set.Severity
	}
	return r.Severity
}
