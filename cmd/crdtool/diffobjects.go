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

// diffObjects are the objects of --objects, which go through both CRDs once these have been
// compared; nil if there are none.
type diffObjects struct {
	tester  *impact.Tester
	objects *impact.Objects
	totals  *impact.Totals
	changes impact.Changes
}

// newDiffObjects finds the objects, and has the CRDs of their kinds be kept.
func newDiffObjects(cmd *cobra.Command, f *diffFlags, c *config.Config, options *diffrun.Options) (*diffObjects, error) {
	if len(f.objects) == 0 {
		return nil, nil
	}
	list := files.Expand(f.objects, files.Objects)
	if len(list.Errors) > 0 {
		return nil, list.Errors[0]
	}
	leaveExcluded(cmd, c, list, f.quiet)
	o := &diffObjects{tester: impact.New(listedFindings(f.maxFindings)), totals: &impact.Totals{}}
	o.totals.Changes = &o.changes
	var err error
	o.objects, err = o.tester.Scan(cmd.Context(), list, cmd.InOrStdin())
	options.Pair = o.tester.Pair
	return o, err
}

// following has what is reported of CRDs be remembered.
func (o *diffObjects) following(emit func(report.CRDDiff) error) func(report.CRDDiff) error {
	if o == nil {
		return emit
	}
	return func(c report.CRDDiff) error {
		o.changes.Add(&c)
		return emit(c)
	}
}

// run takes the objects through the CRDs, and reports what becomes of them.
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
