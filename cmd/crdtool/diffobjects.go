package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/objects/impact"
	"github.com/crdtool/crdtool/report"
)

// diffObjects has the objects of --objects, which are applied to both CRDs after these were compared; nil
// without the flag.
type diffObjects struct {
	tester  *impact.Tester
	objects *impact.Objects
	totals  *impact.Totals
	changes impact.Changes
}

// newDiffObjects reads the objects, and registers their tester for compared CRDs.
func newDiffObjects(cmd *cobra.Command, f *diffFlags, c *config.Config, options *diffrun.Options) (*diffObjects, error) {
	if len(f.objects) == 0 {
		return nil, nil
	}
	list := files.Expand(f.objects, files.Objects)
	if len(list.Errors) > 0 {
		return nil, list.Errors[0]
	}
	dropExcluded(cmd, c, list, f.quiet)
	o := &diffObjects{tester: impact.New(listedFindings(f.maxFindings)), totals: &impact.Totals{}}
	o.totals.Changes = &o.changes
	var err error
	o.objects, err = o.tester.Scan(cmd.Context(), list, cmd.InOrStdin())
	options.Pair = o.tester.Pair
	return o, err
}

// following wraps emit so that the changes are also recorded.
func (o *diffObjects) following(emit func(report.CRDDiff) error) func(report.CRDDiff) error {
	if o == nil {
		return emit
	}
	return func(c report.CRDDiff) error {
		o.changes.Add(&c)
		return emit(c)
	}
}

// run applies the objects to the CRDs, and adds the effects to the report.
func (o *diffObjects) run(ctx context.Context, out *diffOutput) error {
	if o == nil {
		return nil
	}
	if err := o.tester.Run(ctx, o.objects, o.totals); err != nil {
		return err
	}
	r := o.totals.Report()
	out.report.Objects = r
	if r.Objects+r.NotCompared == 0 {
		return fmt.Errorf("--objects: no custom object found in %s", strings.Join(out.flags.objects, ", "))
	}
	return nil
}
