package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/kube"
)

// Read parses a configuration. It returns nil and findings with positions if there are errors.
func Read(f *source.File) (*Config, []finding.Finding) {
	c := Default()
	c.Path, c.Dir = f.Name, filepath.Dir(f.Name)
	r := &reader{file: f, found: slices.Clone(f.Problems)}
	switch {
	case len(r.found) > 0:
	case len(f.Documents) > 1:
		r.add(f.Documents[1].NodePos(f.Documents[1].Root), "the configuration must be a single document; this is the second")
	case len(f.Documents) == 1:
		r.doc = f.Documents[0]
		r.config(r.doc.Root, c)
	}
	if len(r.found) > 0 {
		slices.SortStableFunc(r.found, func(a, b finding.Finding) int {
			if a.Pos.Line != b.Pos.Line {
				return a.Pos.Line - b.Pos.Line
			}
			return a.Pos.Column - b.Pos.Column
		})
		return nil, r.found
	}
	return c, nil
}

type reader struct {
	keys  []string // keys of the enclosing mappings
	file  *source.File
	doc   *source.Document
	found []finding.Finding
}

func (r *reader) add(pos finding.Pos, format string, args ...any) {
	r.found = append(r.found, finding.Finding{Code: code.Configuration, Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// at adds a finding about a value, with its key.
func (r *reader) at(n *yamlnode.Node, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if len(r.keys) > 0 {
		message = strings.Join(r.keys, ".") + ": " + message
	}
	r.add(r.doc.NodePos(n), "%s", message)
}

func (r *reader) config(root *yamlnode.Node, c *Config) {
	r.mapping(root, "the configuration", fields{
		"profile": func(n *yamlnode.Node) {
			if name := r.word(n, rules.Profiles()); name != "" {
				c.Profile, _ = rules.ParseProfile(name)
			}
		},
		"kubeVersion": func(n *yamlnode.Node) {
			text := r.text(n)
			if text == "" {
				return
			}
			v, err := kube.ParseVersion(text)
			if err != nil {
				if list, wrong := kube.ParseVersions(text); wrong == nil && len(list) > 1 {
					err = fmt.Errorf("%w, or: kubeVersions: %s", err, text)
				}
				r.at(n, "%v", err)
				return
			}
			c.KubeVersion = &v
		},
		"kubeVersions": func(n *yamlnode.Node) {
			c.KubeVersions = r.versions(n)
		},
		"failOnUpgrade": func(n *yamlnode.Node) { c.FailOnUpgrade = r.word(n, FailOnUpgrade) },
		"failOn":        func(n *yamlnode.Node) { c.FailOn = r.word(n, []string{"error", "warning", "never"}) },
		"rules":         func(n *yamlnode.Node) { c.Rules = r.rules(n) },
		"exclude":       func(n *yamlnode.Node) { c.Exclude = r.globs(n) },
		"ignore":        func(n *yamlnode.Node) { c.Ignore = r.ignores(n) },
		"formats":       func(n *yamlnode.Node) { c.Outputs = r.outputs(n, c) },
		"baseline":      func(n *yamlnode.Node) { c.Baseline = r.baseline(n, c) },
		"paths":         func(n *yamlnode.Node) { r.paths(n, c) },
		"ignoreMissingCRDs": func(n *yamlnode.Node) {
			is, isBool := source.Scalar(n).(bool)
			if !isBool && !source.IsNull(n) {
				r.at(n, "must be true or false")
			}
			c.IgnoreMissingCRDs = is
		},
		"diff": func(n *yamlnode.Node) { r.diff(n, &c.Diff) },
		"test": func(n *yamlnode.Node) { r.test(n, &c.Test) },
		// The name of paths.crds in older configurations.
		"crds": func(n *yamlnode.Node) { c.Paths.CRDs = append(c.Paths.CRDs, r.pathList(n, c)...) },
	})
}

// fields are the known keys of a mapping, with the functions that read them.
type fields map[string]func(n *yamlnode.Node)

// mapping reads the fields of a mapping. A null field counts as absent.
func (r *reader) mapping(n *yamlnode.Node, what string, known fields) {
	r.named(n, what, "key", known)
}

// named is mapping with a noun for the keys in messages.
func (r *reader) named(n *yamlnode.Node, what, kind string, known fields) {
	n = source.Resolve(n)
	if source.IsNull(n) {
		return
	}
	if n.Kind != yamlnode.Mapping {
		if len(r.keys) > 0 && r.keys[len(r.keys)-1] == what {
			r.at(n, "must be a mapping") // the message starts with the key
			return
		}
		r.at(n, "%s must be a mapping", what)
		return
	}
	seen := map[string]bool{}
	source.EachEntry(n, func(key string, keyNode, value *yamlnode.Node) {
		read, ok := known[key]
		switch {
		case key == "requires" && known["kubeVersions"] != nil:
			r.requires(keyNode, value)
		case !ok:
			r.unknown(keyNode, kind, key, sortedKeys(known))
		case seen[key]:
			r.at(keyNode, "duplicate key %q; remove one", key)
		case !source.IsNull(source.Resolve(value)):
			r.keys = append(r.keys, key)
			read(value)
			r.keys = r.keys[:len(r.keys)-1]
		}
		seen[key] = true
	})
}

// requires reports the unknown key requires, which is the name of a flag, and suggests kubeVersions.
func (r *reader) requires(key, value *yamlnode.Node) {
	oldest := "1.29"
	if v, err := kube.ParseVersion(source.Resolve(value).Value); err == nil {
		oldest = v.String()
	}
	r.at(key, "unknown key \"requires\"; write: kubeVersions: %s-", oldest)
}

func sortedKeys(known fields) []string {
	var keys []string
	for k := range known {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// unknown reports a name that is not among known, and suggests the most similar one.
func (r *reader) unknown(n *yamlnode.Node, what, name string, known []string) {
	if near := nearest.Name(name, known); near != "" {
		r.at(n, "unknown %s %q; did you mean %q?", what, name, near)
		return
	}
	if len(known) > 12 {
		r.at(n, "unknown %s %q", what, name)
		return
	}
	r.at(n, "unknown %s %q; supported are %s", what, name, strings.Join(known, ", "))
}

// word reads a string that is one of words. It returns "" after an error.
func (r *reader) word(n *yamlnode.Node, words []string) string {
	s := r.text(n)
	if s == "" || slices.Contains(words, s) {
		return s
	}
	r.unknown(n, "value", s, words)
	return ""
}

// text reads a string. It also accepts other scalars, such as kubeVersion: 1.37 without quotes.
func (r *reader) text(n *yamlnode.Node) string {
	v := source.Resolve(n)
	if v.Kind == yamlnode.Scalar && v.Value != "" {
		return v.Value
	}
	r.at(n, "must be a string")
	return ""
}

// versions reads several versions of Kubernetes in one string, as on the command line.
func (r *reader) versions(n *yamlnode.Node) []kube.Version {
	const form = "write a range as in 1.27- or 1.27-1.30, a list as in 1.29,1.31, or all"
	v := source.Resolve(n)
	switch {
	case v.Kind == yamlnode.Sequence:
		var items []string
		for _, item := range v.Content {
			items = append(items, source.Resolve(item).Value)
		}
		if list := strings.Join(items, ","); list != "" {
			if _, err := kube.ParseVersions(list); err == nil {
				r.at(n, "must be a string, not a list; write: kubeVersions: %s", list)
				return nil
			}
		}
		r.at(n, "must be a string, not a list; %s", form)
		return nil
	case v.Kind == yamlnode.Scalar && v.Value == "":
		r.at(n, "names no Kubernetes versions; %s", form)
		return nil
	}
	text := r.text(n)
	if text == "" {
		return nil
	}
	list, err := kube.ParseVersions(text)
	if err != nil {
		r.at(n, "%v", err)
	}
	return list
}

func (r *reader) items(n *yamlnode.Node) []*yamlnode.Node {
	v := source.Resolve(n)
	if v.Kind != yamlnode.Sequence {
		if v.Kind == yamlnode.Scalar {
			r.at(n, "must be a list; write: [%s]", v.Value)
		} else {
			r.at(n, "must be a list")
		}
		return nil
	}
	return v.Content
}

func (r *reader) texts(n *yamlnode.Node) []string {
	var list []string
	for _, item := range r.items(n) {
		list = append(list, r.text(item))
	}
	return list
}

func (r *reader) globs(n *yamlnode.Node) []string {
	var list []string
	for _, item := range r.items(n) {
		g := r.text(item)
		if g != "" && !validGlob(g) {
			r.at(item, "%q is not a glob relative to the folder of this file; ** matches any folders, * anything within a name", g)
		}
		list = append(list, strings.TrimPrefix(g, "./"))
	}
	return list
}

// baseline reads the path of a baseline, which has to be below the configuration's folder.
func (r *reader) baseline(n *yamlnode.Node, c *Config) string {
	path := c.Join(r.text(n))
	if path == "" || !r.below(n, c, path) {
		return ""
	}
	c.setKey(path, r, n)
	return path
}

// setKey records the position of a path.
func (c *Config) setKey(path string, r *reader, n *yamlnode.Node) {
	if c.keys == nil {
		c.keys = map[string]key{}
	}
	c.keys[path] = key{strings.Join(r.keys, "."), r.doc.NodePos(n).Line}
}
