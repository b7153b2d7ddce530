// Package config reads .crdtool.yaml, the configuration of a repository: which
// rules are on where, which files and findings are ignored, and how findings
// are written.
package config

import (
	"fmt"
	"path/filepath"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/gitignore"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
)

// Config is what a file says. The zero Config is that of a repository without
// one, except for Profile: see Default.
type Config struct {
	// Path is the file; "" if there is none.
	Path string
	// Dir is its folder, which globs are relative to.
	Dir string

	Profile rules.Profile
	// KubeVersion is the API server that is to answer; nil for the newest.
	KubeVersion *kube.Version
	// KubeVersions are the versions that CRDs are to install on; nil if one was asked for.
	KubeVersions []kube.Version
	// FailOn is error, warning, never, or "" if the file does not say.
	FailOn string
	// FailOnUpgrade is one of the values of that name, or "" if the file does not say.
	FailOnUpgrade string
	// Rules are settings by rule ID.
	Rules map[string]Rule
	// Exclude are globs of files that are not read.
	Exclude []string
	// here are patterns of files in the working directory that are not read; nil for none.
	here *gitignore.Patterns
	// Ignore are findings that are ignored.
	Ignore []Ignore
	// Outputs are where findings go, from formats.
	Outputs []Output
	// Baseline is a file with findings that were there before.
	Baseline string
	// Found reports whether the file was found in the folder or above, and not named. It
	// may come from a stranger, so a run writes no files for it.
	Found bool
	// keys are the keys of configured paths, by path.
	keys map[string]key
	// Paths are where commands look that are given no arguments.
	Paths Paths
	// Diff is how crdtool diff compares.
	Diff Diff
	// Test is what crdtool test requires.
	Test Test
}

// FailOnUpgrade says which findings about changes since the stored CRD make a run
// fail whatever their severity: those that break stored objects or clients, any, or
// none at all. The first is the default.
var FailOnUpgrade = []string{"breaking", "any", "never"}

// Rule is what a file says about a rule.
type Rule struct {
	// On says that the rule is on, or off; nil leaves it to the profile.
	On *bool
	// Severity is another severity; nil leaves the rule's own.
	Severity *finding.Severity
	// Options are by name, of the types of the rule's own.
	Options map[string]any
	// Paths are globs of the files that it is for; none means all.
	Paths []string
	// Exclude are globs of files that it is not for.
	Exclude []string
}

// Ignore ignores the findings that match all the fields that are set.
type Ignore struct {
	Rules  []string
	Paths  []string
	CRDs   []string
	Fields []string
	Reason string
}

// Default is the configuration of a repository without a file.
func Default() *Config { return &Config{Profile: rules.Default, Dir: "."} }

// A key is where a value of the configuration stands.
type key struct {
	name string
	line int
}

// Key returns where the configuration names a path, such as ".crdtool.yaml:3: paths.crds"; ""
// if it does not.
func (c *Config) Key(path string) string {
	k, ok := c.keys[path]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d: %s", c.Path, k.line, k.name)
}

// Join returns a path of the configuration as seen from the working directory.
func (c *Config) Join(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.Dir, filepath.FromSlash(path))
}
