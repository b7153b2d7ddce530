package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Settable returns an error if no rule has this ID, or if it is an error of the server, which cannot be
// configured.
func Settable(id string) error {
	r := rules.FindDocumented(id)
	switch {
	case r == nil:
		return errors.New(rules.Unknown(id))
	case r.Topic == rules.ServerTopic && r.Severity == finding.Error:
		return fmt.Errorf("%s is a check of kube-apiserver, which cannot be enabled or disabled", id)
	}
	return nil
}

// SetProfile sets the profile by name; an empty name keeps it. It returns an error for an unknown name.
func (c *Config) SetProfile(name string) error {
	if name == "" {
		return nil
	}
	p, ok := rules.ParseProfile(name)
	if !ok || !slices.Contains(rules.Profiles(), name) {
		return fmt.Errorf("unknown profile %q; supported are %s", name, strings.Join(rules.Profiles(), ", "))
	}
	c.Profile = p
	return nil
}

// Set sets a rule to on, off or a severity for all files. It overrides the file: globs of the rule no longer
// apply. It returns an error for an unknown ID or state.
func (c *Config) Set(id, state string) error {
	if err := Settable(id); err != nil {
		return err
	}
	if !slices.Contains(ruleStates, state) {
		return fmt.Errorf("rule %s: unknown value %q; supported are %s", id, state, strings.Join(ruleStates, ", "))
	}
	s := Rule{On: new(bool), Severity: c.Rules[id].Severity, Options: c.Rules[id].Options}
	*s.On = state != off
	if severity, err := report.ParseSeverity(state); err == nil {
		s.Severity = &severity
	}
	c.Rules = maps.Clone(c.Rules)
	if c.Rules == nil {
		c.Rules = map[string]Rule{}
	}
	c.Rules[id] = s
	return nil
}
