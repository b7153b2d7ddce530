package config

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

// Diff configures crdtool diff.
type Diff struct {
	// Profile is the tool whose verdicts are reported; "" for crdtool's own.
	Profile string
	// Settings override the defaults of that tool.
	Settings others.Settings
	// Accepted lists accepted changes.
	Accepted []Accepted
	// Promises are the compatibility promises of versions.
	Promises Promises
}

func (r *reader) diff(n *yamlnode.Node, d *Diff) {
	var checks *yamlnode.Node
	r.mapping(n, "diff", fields{
		"profile":  func(n *yamlnode.Node) { d.Profile = r.word(n, others.Names()) },
		"checks":   func(n *yamlnode.Node) { checks = n },
		"accepted": func(n *yamlnode.Node) { d.Accepted = r.accepted(n) },
		"promises": func(n *yamlnode.Node) { r.promises(n, &d.Promises) },
		"allow": func(n *yamlnode.Node) {
			for _, item := range r.items(n) {
				if what := r.word(item, others.Allowable()); what != "" {
					d.Settings.Allow = append(d.Settings.Allow, what)
				}
			}
		},
	})
	switch {
	case checks == nil:
	case d.Profile == "":
		r.at(checks, "checks are those of a profile; name it: profile: %s", others.Crdify)
	default:
		r.checks(checks, d)
	}
	if len(d.Settings.Allow) > 0 && d.Profile != others.Crdify {
		r.at(n, "allow is for profile: %s", others.Crdify)
	}
}

// checks reads levels by the names of the profile's checks.
func (r *reader) checks(n *yamlnode.Node, d *Diff) {
	d.Settings.Checks = map[string]others.Level{}
	known := fields{}
	for _, name := range others.Checks(d.Profile) {
		known[name] = func(n *yamlnode.Node) {
			if source.Resolve(n).Value == "false" { // off is a boolean of YAML 1.1
				d.Settings.Checks[name] = others.Off
				return
			}
			if level := r.word(n, others.Levels()); level != "" {
				d.Settings.Checks[name] = others.Level(level)
			}
		}
	}
	r.named(n, "checks", "check", known)
}

// diffSchema returns the JSON Schema of diff.
func diffSchema() object {
	level := object{"enum": nullable(others.Levels())}
	names := object{}
	for _, tool := range others.Names() {
		for _, check := range others.Checks(tool) {
			names[check] = level
		}
	}
	return object{
		"description": "How crdtool diff compares.",
		"type":        []string{"object", "null"},
		"properties": object{
			"profile":  object{"description": "The tool whose verdicts are given, in the place of crdtool's own.", "enum": nullable(others.Names())},
			"checks":   object{"description": "What comes of what a check of that tool finds.", "type": []string{"object", "null"}, "properties": names, "additionalProperties": false},
			"accepted": acceptedSchema(),
			"promises": promisesSchema(),
			"allow": object{
				"description": "What crdify lets pass.", "type": []string{"array", "null"},
				"items": object{"enum": slices.Clone(others.Allowable())},
			},
		},
		"additionalProperties": false,
	}
}
