package crdtool

import (
	"context"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/report"
)

// CostOptions say what Costs looks for.
type CostOptions struct {
	// Suggest looks for the smallest bounds for every rule that takes more than a
	// hundredth of its budget, and not only for those over a limit.
	Suggest bool
}

// Costs tells what the CEL rules of the CRDs in a text cost by the server's
// estimate, and for what exceeds a limit the least change of bounds with which it
// fits; name is what the report calls the text. Rules that the server does not
// estimate, because they or their schema are faulty, are missing: Lint says why.
func (l *Linter) Costs(name string, text []byte, opts CostOptions) *report.CostReport {
	l = l.ready()
	r := l.linter.Costs(source.Read(name, text), opts.Suggest, lint.Options{})
	return &r
}

// CostFiles is Costs for files, folders and globs. Its error is that of LintFiles.
func (l *Linter) CostFiles(ctx context.Context, opts CostOptions, paths ...string) (*report.CostReport, error) {
	l = l.ready()
	ctx = background(ctx)
	all := &report.CostReport{SchemaVersion: report.SchemaVersion, Expressions: []report.ExpressionCost{}, CRDs: []report.CRDCost{}}
	err := l.each(ctx, l.expand(paths), new(files.Summary), func(f *source.File) any {
		return l.linter.Costs(f, opts.Suggest, lint.Options{})
	}, func(r any, _ bool) {
		of := r.(report.CostReport)
		all.Expressions = append(all.Expressions, of.Expressions...)
		all.CRDs = append(all.CRDs, of.CRDs...)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return all, err
}
