// Package config reads .crdtool.yaml, the configuration of a repository: rules, ignored files and findings, and
// output formats.
package config

import (
	"fmt"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/gitignore"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// Config is the content of a configuration file. The zero Config is that of a repository without one, except
// for Profile: see Default.
type Config struct {
	// Path is the file; "" if there is none.
	Path string
	// Dir is the folder of the file. Globs are relative to it.
	Dir string

	Profile rules.Profile
	// KubeVersion is the version of the API server to emulate; nil for the newest.
	KubeVersion *kube.Version
	// KubeVersions are the versions that CRDs have to install on; nil for a single one.
	KubeVersions []kube.Version
	// FailOn is error, warning or never; "" if not set.
	FailOn string
	// FailOnUpgrade is one of the values of FailOnUpgrade; "" if not set.
	FailOnUpgrade string
	// Rules are settings by rule ID.
	Rules map[string]Rule
	// Exclude are globs of files that are not read.
	Exclude []string
	// here are patterns of excluded files in the working directory; nil for none.
	here *gitignore.Patterns
	// Ignore lists the findings to ignore.
	Ignore []Ignore
	// Outputs are the entries of formats.
	Outputs []Output
	// Baseline is the file of known findings.
	Baseline string
	// Found is set if the file was found in the folder or above, and not named. A stranger may have written it,
	// so a run writes no files for it.
	Found bool
	// keys has the position of each configured path.
	keys map[string]key
	// Paths are the defaults of commands without path arguments.
	Paths Paths
	// IgnoreMissingCRDs makes apply-dry skip and count objects that have no CRD.
	IgnoreMissingCRDs bool
	// Diff configures crdtool diff.
	Diff Diff
	// Test configures crdtool test.
	Test Test
}

// FailOnUpgrade are the choices of findings about changes since the stored CRD that make a run fail whatever
// their severity: breaking for stored objects or clients, any, or none. The first is the default.
var FailOnUpgrade = []string{"breaking", "any", "never"}

// Rule has the settings of a rule.
type Rule struct {
	// On switches the rule on or off; nil leaves that to the profile.
	On *bool
	// Severity replaces the rule's severity; nil keeps it.
	Severity *finding.Severity
	// Options are values by name, with the types of the rule's options.
	Options map[string]any
	// Paths are globs of the files that the rule checks; none means all.
	Paths []string
	// Exclude are globs of files that the rule skips.
	Exclude []string
}

// Ignore ignores the findings that match all fields that are set.
type Ignore struct {
	Rules  []string
	Paths  []string
	CRDs   []string
	Fields []string
	Reason string
}

// Default is the configuration of a repository without a file.
func Default() *Config { return &Config{Profile: rules.Default, Dir: "."} }

// A key is the position of a value in the configuration.
type key struct {
	name string
	line int
}

// Key returns the position and key of a configured path, such as ".crdtool.yaml:3: paths.crds", or "".
func (c *Config) Key(path string) string {
	k, ok := c.keys[path]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d: %s", c.Path, k.line, k.name)
}

// Join returns a path of the configuration relative to the working directory.
func (c *Config) Join(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.Dir, filepath.FromSlash(path))
}
