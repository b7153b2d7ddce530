package crdtool

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// LintOptions say how a Linter judges. The zero value is how crdtool lint judges
// without flags and without a configuration.
type LintOptions struct {
	// KubeVersion is the Kubernetes version whose API server answers, as "1.33". If
	// it is empty, it is that of the configuration, or the newest that is known.
	KubeVersion string
	// KubeVersions are several versions, as "1.27-", "1.27-1.30,1.33" or "all": the newest
	// answers, and what others find is found beside that. report.Document.Support says
	// which of them take a CRD. If both are empty, they are those of the configuration.
	KubeVersions string
	// Profile says which of our own rules are on: "server" for none, "default",
	// "strict" or "api-review". If it is empty, it is that of the configuration, or
	// "default".
	Profile string
	// Rules sets rules by their ID to "on", "off", "error", "warning" or "info",
	// whatever profile and configuration say.
	Rules map[string]string
	// ConfigFile is the path of a configuration, such as FindConfig finds. Its globs
	// are relative to its folder. A baseline that it names is read as well.
	ConfigFile string
	// Config is the text of a configuration, if there is no file. Its globs are
	// relative to the working directory.
	Config []byte
	// FieldValidation says what becomes of unknown and repeated fields: Strict (also
	// if empty), Warn or Ignore.
	FieldValidation string
	// Stored are the texts of CRDs that are in the cluster, StoredFiles files,
	// folders and globs of them. CRDs of their names are checked as updates.
	Stored      [][]byte
	StoredFiles []string
	// NewOnly skips what is found in the stored CRD as well, unless it makes the
	// server refuse the update. Summary.Known counts it.
	NewOnly bool
	// OnlyCRDs treats files that are named like those that are found in a folder: what
	// is none of a CRD's is skipped.
	OnlyCRDs bool
}

// Linter checks CRDs. One should serve a run of the program: what CRDs have in
// common is compiled once. It is safe for concurrent use.
type Linter struct {
	linter  *lint.Linter
	asked   []kube.Version // nil if the question is what one server answers
	options lint.Options
	config  *config.Config
	rules   *config.Selector
	hide    func(*report.Finding) bool
	onlyCRD bool
}

// NewLinter returns a Linter. The error is for options that name what is not
// there: a version, a profile, a rule, a file; and for a configuration or stored
// CRDs that cannot be read.
func NewLinter(opts LintOptions) (*Linter, error) {
	c, err := readConfig(&opts)
	if err != nil {
		return nil, err
	}
	linter, asked, err := askedVersions(&opts, c)
	if err != nil {
		return nil, err
	}
	if err := checkFieldValidation(opts.FieldValidation); err != nil {
		return nil, err
	}
	l := &Linter{
		linter: linter, asked: asked, options: lint.Options{FieldValidation: opts.FieldValidation, NewOnly: opts.NewOnly},
		config: c, rules: c.Selector(config.Choice{}), onlyCRD: opts.OnlyCRDs,
	}
	if l.options.Old, err = stored(&opts); err != nil {
		return nil, err
	}
	if c.Baseline != "" {
		text, err := source.Load(c.Baseline)
		if err != nil {
			return nil, fmt.Errorf("baseline: %w", err)
		}
		b, err := lint.ReadBaseline(filepath.Dir(c.Baseline), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Baseline, err)
		}
		l.hide = b.Hides
	}
	return l, nil
}

// askedVersions returns what asks the servers, and the versions that CRDs are to install
// on, nil if the question is what one server answers.
func askedVersions(opts *LintOptions, c *config.Config) (*lint.Linter, []kube.Version, error) {
	asked := c.KubeVersions
	switch {
	case opts.KubeVersion != "" && opts.KubeVersions != "":
		return nil, nil, errors.New("both KubeVersion and KubeVersions are set; leave one out")
	case opts.KubeVersions != "":
		var err error
		if asked, err = kube.ParseVersions(opts.KubeVersions); err != nil {
			return nil, nil, err
		}
	case opts.KubeVersion != "":
		asked = nil
	}
	if asked != nil {
		return lint.NewFor(asked), asked, nil
	}
	newest := kube.Latest
	if c.KubeVersion != nil {
		newest = *c.KubeVersion
	}
	v, err := parseVersion(opts.KubeVersion, newest)
	return lint.New(v), nil, err
}

// FindConfig returns the configuration that holds for a folder: .crdtool.yaml in
// it or in the nearest folder above that has one. It returns "" if there is none.
func FindConfig(dir string) (string, error) { return config.Find(dir) }

// readConfig reads the configuration, with the rules and the profile of the
// options set.
func readConfig(opts *LintOptions) (*config.Config, error) {
	c := config.Default()
	var f *source.File
	switch {
	case opts.ConfigFile != "" && opts.Config != nil:
		return nil, errors.New("both ConfigFile and Config are set; leave one out")
	case opts.ConfigFile != "":
		var err error
		if f, err = source.ReadFile(opts.ConfigFile); err != nil {
			return nil, err
		}
	case opts.Config != nil:
		f = source.Read(config.Name, opts.Config)
	}
	if f != nil {
		read, wrong := config.Read(f)
		var errs []error
		for i := range wrong {
			errs = append(errs, fmt.Errorf("%s:%d:%d: %s", f.Name, wrong[i].Pos.Line, wrong[i].Pos.Column, wrong[i].Message))
		}
		if read == nil {
			return nil, errors.Join(errs...)
		}
		c = read
	}
	if err := c.SetProfile(opts.Profile); err != nil {
		return nil, err
	}
	for id, state := range opts.Rules {
		if err := c.Set(id, state); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// stored reads the CRDs that are in the cluster; nil if there are none.
func stored(opts *LintOptions) (func(string) *source.Document, error) {
	var s lint.Stored
	for i, text := range opts.Stored {
		if err := s.AddText(fmt.Sprintf("Stored[%d]", i), text); err != nil {
			return nil, err
		}
	}
	if err := readFiles(context.Background(), opts.StoredFiles, files.CRDs, s.Add); err != nil {
		return nil, err
	}
	if s.Len() == 0 {
		return nil, nil
	}
	return s.Find, nil
}

// ready returns the Linter, or for the zero value the one without options.
func (l *Linter) ready() *Linter {
	if l != nil && l.linter != nil {
		return l
	}
	linter, _ := NewLinter(LintOptions{}) // no option can be wrong
	return linter
}

// run returns a run of the linter.
func (l *Linter) run() *lintrun.Run {
	return &lintrun.Run{
		Linter: l.linter, Options: l.options, Config: l.config, Rules: l.rules, Hide: l.hide,
	}
}
