package config

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// The states of a rule that are not severities.
const (
	on  = "on"
	off = "off"
)

var ruleStates = []string{on, off, "error", "warning", "info"}

func (r *reader) rules(n *yamlnode.Node) map[string]Rule {
	settings := map[string]Rule{}
	known := fields{}
	for _, rule := range rules.Documented() {
		known[rule.ID] = func(n *yamlnode.Node) { settings[rule.ID] = r.rule(rule, n) }
	}
	r.named(n, "rules", "rule", known)
	return settings
}

func (r *reader) rule(rule *rules.Rule, n *yamlnode.Node) (s Rule) {
	if rule.Topic == rules.ServerTopic && rule.Severity == finding.Error {
		r.at(n, "%s is a check of kube-apiserver, which cannot be configured; to ignore its findings, use ignore or exclude", rule.ID)
		return s
	}
	if source.Resolve(n).Kind == yamlnode.Scalar {
		r.state(n, &s)
		return s
	}
	r.mapping(n, rule.ID, fields{
		"severity": func(n *yamlnode.Node) { r.state(n, &s) },
		"options":  func(n *yamlnode.Node) { s.Options = r.options(rule, n) },
		"paths":    func(n *yamlnode.Node) { s.Paths = r.globs(n) },
		"exclude":  func(n *yamlnode.Node) { s.Exclude = r.globs(n) },
	})
	return s
}

// state reads on, off or a severity, which also switches the rule on. It compares the text, since YAML 1.1
// reads on and off as booleans.
func (r *reader) state(n *yamlnode.Node, s *Rule) {
	switch word := r.word(n, ruleStates); word {
	case "":
	case on, off:
		is := word == on
		s.On = &is
	default:
		severity, _ := report.ParseSeverity(word)
		is := true
		s.On, s.Severity = &is, &severity
	}
}

func (r *reader) options(rule *rules.Rule, n *yamlnode.Node) map[string]any {
	values := map[string]any{}
	known := fields{}
	for _, o := range rule.Options {
		known[o.Name] = func(n *yamlnode.Node) {
			switch o.Default.(type) {
			case int64:
				v, err := strconv.ParseInt(r.text(n), 10, 64)
				if err != nil {
					r.at(n, "must be an integer")
				}
				values[o.Name] = v
			case string:
				values[o.Name] = r.word(n, o.Values)
			case []string:
				values[o.Name] = r.itemsOf(n, &o)
			}
		}
	}
	if len(known) == 0 {
		r.at(n, "the rule has no options")
		return nil
	}
	r.mapping(n, "options", known)
	return values
}

// itemsOf reads the list of an option, and reports the items that do not have its form.
func (r *reader) itemsOf(n *yamlnode.Node, o *rules.Option) []string {
	list := r.texts(n)
	if o.Pattern == "" || len(list) == 0 {
		return list
	}
	pattern := regexp.MustCompile(o.Pattern)
	for i, item := range r.items(n) {
		if list[i] != "" && !pattern.MatchString(list[i]) {
			r.at(item, "%q is not of the form %s", list[i], o.Form)
		}
	}
	return list
}

func (r *reader) ignores(n *yamlnode.Node) []Ignore {
	var list []Ignore
	for _, item := range r.items(n) {
		var i Ignore
		r.mapping(item, "an entry of ignore", fields{
			"rules":  func(n *yamlnode.Node) { i.Rules = r.ruleIDs(n) },
			"paths":  func(n *yamlnode.Node) { i.Paths = r.globs(n) },
			"crds":   func(n *yamlnode.Node) { i.CRDs = r.texts(n) },
			"fields": func(n *yamlnode.Node) { i.Fields = r.texts(n) },
			"reason": func(n *yamlnode.Node) { i.Reason = r.text(n) },
		})
		if i.Rules == nil && i.Paths == nil && i.CRDs == nil && i.Fields == nil {
			r.at(item, "this would ignore every finding; add rules, paths, crds or fields")
		}
		if i.Reason == "" {
			r.at(item, "reason is missing; say why these findings are ignored")
		}
		list = append(list, i)
	}
	return list
}

func (r *reader) ruleIDs(n *yamlnode.Node) []string {
	var known []string
	for _, rule := range rules.Documented() {
		known = append(known, rule.ID)
	}
	var list []string
	for _, item := range r.items(n) {
		id := r.text(item)
		if id != "" && !slices.Contains(known, id) {
			r.unknown(item, "rule", id, known)
		}
		list = append(list, id)
	}
	return list
}
