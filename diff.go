package crdtool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/accepted"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/objects/impact"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// DiffOptions say how Diff compares. The zero value is how crdtool diff does without flags
// and without a configuration.
type DiffOptions struct {
	// KubeVersion is the Kubernetes version whose API server answers, as "1.33". If it is
	// empty, it is that of the configuration, or the newest that is known.
	KubeVersion string
	// Profile is "crdify" or "crd-schema-checker" for the verdicts of that tool, or
	// "crdtool" for our own. If it is empty, it is that of the configuration, or our own.
	Profile string
	// ConfigFile is the path of a configuration, such as FindConfig finds, and Config the
	// text of one, if there is no file. It says which changes are accepted, and what
	// versions promise.
	ConfigFile string
	Config     []byte
	// Today is the day on which changes are accepted or not any more; the zero Time is
	// today.
	Today time.Time
	// NoWitnesses looks for no objects that show changes.
	NoWitnesses bool
	// Objects are texts of objects that exist, ObjectFiles files, folders and globs of
	// them: report.Diff.Objects says what becomes of each.
	Objects     [][]byte
	ObjectFiles []string
}

// DiffSide is the CRDs of one of the two sides that Diff compares.
type DiffSide struct {
	// Texts may hold several YAML documents, lists or JSON objects each.
	Texts [][]byte
	// Files are files, folders, which are searched for .yaml, .yml and .json files, and
	// globs.
	Files []string
}

// Diff says what new CRDs do otherwise than the old ones that they replace: what breaks, for
// whom, in which release it may go out, shown by an object. CRDs are paired by their names.
//
// The error is for options that name what is not there, for what cannot be read, as it would
// pass as unchanged, and for sides of which neither has a CRD; or it is that of ctx. A side
// without any is a first release, or a last one: all CRDs are new, or gone. (crdtool diff
// takes it for a wrong path.)
func Diff(ctx context.Context, opts DiffOptions, old, new DiffSide) (*report.Diff, error) {
	ctx = background(ctx)
	c, err := readConfig(&LintOptions{ConfigFile: opts.ConfigFile, Config: opts.Config})
	if err != nil {
		return nil, err
	}
	newest := kube.Latest
	if c.KubeVersion != nil {
		newest = *c.KubeVersion
	}
	version, err := parseVersion(opts.KubeVersion, newest)
	if err != nil {
		return nil, err
	}
	profile, err := diffProfile(opts.Profile, &c.Diff)
	if err != nil {
		return nil, err
	}
	today := opts.Today
	if today.IsZero() {
		today = time.Now()
	}
	settled := accepted.New(c.Diff.Accepted, today.Format(config.DateForm))
	run := diffrun.Options{NoWitnesses: opts.NoWitnesses, Profile: profile, Promises: c.Diff.Promises.Of, Settle: settled.Settle}
	objects, err := existing(ctx, &opts)
	if err != nil {
		return nil, err
	}
	if objects != nil {
		run.Pair = objects.tester.Pair
	}
	sides := [2]diffrun.Side{}
	for i, side := range []DiffSide{old, new} {
		if sides[i], err = side.read([]string{"old", "new"}[i]); err != nil {
			return nil, err
		}
	}
	out := &report.Diff{SchemaVersion: report.SchemaVersion, CRDs: []report.CRDDiff{}}
	err = diffrun.New(version, run).Run(ctx, sides[0], sides[1], nil, func(d report.CRDDiff) error {
		out.Summary.Add(&d)
		if objects != nil {
			objects.changes.Add(&d)
		}
		if len(d.Changes) > 0 {
			out.CRDs = append(out.CRDs, d)
		}
		return nil
	})
	if err := cmp.Or(err, settled.Err()); err != nil {
		return nil, err
	}
	if out.Summary.CRDs == 0 {
		return nil, errors.New("no CustomResourceDefinition was found on either side")
	}
	slices.SortStableFunc(out.CRDs, func(a, b report.CRDDiff) int { return cmp.Compare(a.Name, b.Name) })
	out.Unused = settled.Unused()
	if objects != nil {
		out.Objects, err = objects.run(ctx)
	}
	return out, err
}

// diffProfile is the profile of a name, or else of the configuration.
func diffProfile(name string, c *config.Diff) (*others.Profile, error) {
	const own = "crdtool"
	if name != "" && name != own && !slices.Contains(others.Names(), name) {
		return nil, fmt.Errorf("the option Profile is %q; it must be empty or one of %q", name, append([]string{own}, others.Names()...))
	}
	settings := c.Settings
	if name != "" && name != c.Profile {
		settings = others.Settings{}
	}
	return others.New(cmp.Or(name, c.Profile), settings), nil
}

func (s *DiffSide) read(name string) (diffrun.Side, error) {
	out := diffrun.Side{List: &files.List{}}
	if len(s.Files) > 0 {
		out.List = files.Expand(s.Files, files.CRDs)
		if err := errors.Join(out.List.Errors...); err != nil {
			return out, err
		}
	}
	for i, text := range s.Texts {
		out.Given = append(out.Given, source.Read(fmt.Sprintf("%s[%d]", name, i), text))
	}
	return out, nil
}

// existingObjects are objects that exist; nil if none are given.
type existingObjects struct {
	tester  *impact.Tester
	list    *impact.Objects
	texts   []*source.File
	changes impact.Changes
}

func existing(ctx context.Context, opts *DiffOptions) (*existingObjects, error) {
	if len(opts.Objects)+len(opts.ObjectFiles) == 0 {
		return nil, nil
	}
	o := &existingObjects{tester: impact.New(0)}
	for i, text := range opts.Objects {
		f := source.Read(fmt.Sprintf("Objects[%d]", i), text)
		if err := unread(f); err != nil {
			return nil, err
		}
		o.tester.Wants(f.Text)
		o.texts = append(o.texts, f)
	}
	list := files.Expand(opts.ObjectFiles, files.Objects)
	if err := errors.Join(list.Errors...); err != nil {
		return nil, err
	}
	var err error
	o.list, err = o.tester.Scan(ctx, list, nil)
	return o, err
}

func (o *existingObjects) run(ctx context.Context) (*report.DiffObjects, error) {
	totals := impact.Totals{Changes: &o.changes}
	for _, f := range o.texts {
		totals.Add(o.tester.File(f))
	}
	if err := o.tester.Run(ctx, o.list, &totals); err != nil {
		return nil, err
	}
	return totals.Report(), nil
}
