package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// generatedCRD identifies a CRD by its file and the index of its document.
type generatedCRD struct {
	file     string
	document int
}

// fixGo makes the fixes of Go types that CRDs are generated from, or prints them. It handles the CRDs of all
// files at once, as several may be generated from one type. Later reports are about the CRDs as they will be
// generated.
func (r *lintRun) fixGo(ctx context.Context) error {
	type inModule struct {
		crds   []gotypes.Case
		of     []generatedCRD
		wishes []gotypes.Wish
	}
	all := map[*gotypes.Module]*inModule{}
	var order []*gotypes.Module
	collect := func(f files.File) []lint.GoCase {
		if f.Name == files.Stdin {
			return nil
		}
		file, _, err := r.files.Read(&f, r.stdin)
		if err != nil || file == nil {
			return nil // the error is reported when the file is linted
		}
		return r.run.GoCases(file)
	}
	hide := r.run.Hide
	if hide != nil {
		r.run.Hide = r.baseline.Copy().Hides
	}
	at := 0
	err := inorder.Do(ctx, r.files.Files, collect, func(cases []lint.GoCase) error {
		name := r.files.Files[at].Name
		at++
		for _, c := range cases {
			m := c.Types.Module()
			if all[m] == nil {
				all[m] = &inModule{}
				order = append(order, m)
			}
			in := all[m]
			for _, w := range c.Wishes {
				w.Case = len(in.crds)
				in.wishes = append(in.wishes, w)
			}
			in.crds, in.of = append(in.crds, c.Case), append(in.of, generatedCRD{name, c.Document})
		}
		return nil
	})
	r.run.Hide = hide
	if ctx.Err() != nil {
		return nil // unchecked files are reported when the files are linted
	}
	if err != nil {
		return err
	}
	fixed := map[generatedCRD][][]finding.Change{}
	for _, m := range order {
		in := all[m]
		if len(in.wishes) == 0 {
			continue
		}
		plan, granted := gotypes.Choose(in.crds, in.wishes)
		for _, ok := range granted {
			if !ok {
				r.fixes.left++
			}
		}
		if !slices.Contains(granted, true) {
			continue
		}
		if err := r.writeGo(plan); err != nil {
			return err
		}
		for i, w := range in.wishes {
			if granted[i] {
				if r.fixes.generate == "" {
					r.fixes.generate = m.Command(in.of[w.Case].file)
				}
				fixed[in.of[w.Case]] = append(fixed[in.of[w.Case]], w.Changes)
				if r.fixes.diff != nil {
					r.fixes.made++
				}
			}
		}
		if r.fixes.diff == nil {
			r.flags.types.finder.Edited(m, m.Edited(plan.Texts()))
		}
	}
	if r.fixes.diff == nil {
		r.run.Options.FixedInGo = func(file string, document int) [][]finding.Change { return fixed[generatedCRD{file, document}] }
	}
	return nil
}

// writeGo writes the changed Go files, or prints their diffs.
func (r *lintRun) writeGo(plan *gotypes.Plan) error {
	for _, f := range plan.Files() {
		r.fixes.goFiles = append(r.fixes.goFiles, f.Shown)
		if r.fixes.diff != nil {
			if err := writeDiff(r.fixes.diff, diff.Unified(f.Shown, f.Shown, string(f.Old), string(f.New))); err != nil {
				return unwritten(err)
			}
			continue
		}
		if err := replaceFile(f.Name, f.New); err != nil {
			return fmt.Errorf("--fix: %s: %w", f.Shown, reason(err))
		}
	}
	return nil
}

// printGenerate prints the note that the CRDs have to be generated again.
func (r *lintRun) printGenerate() {
	f := &r.fixes
	if r.flags.quiet {
		return
	}
	if f.left > 0 {
		note(r.stderr, "%s in Go not made, as the field is used in other places as well, about which there is no such finding", prose.Count(f.left, "change"))
	}
	if len(f.goFiles) == 0 {
		return
	}
	changed := "changed"
	if f.diff != nil {
		changed = "would change"
	}
	generate := "with controller-gen"
	if f.generate != "" {
		generate = "with: " + f.generate
	}
	const most = 5
	names := f.goFiles
	if len(names) > most+1 {
		names = append(names[:most:most], fmt.Sprintf("%d more", len(f.goFiles)-most))
	}
	text := fmt.Sprintf("%s markers in %s; the CRDs stay as they are until they are generated again, %s", changed, prose.And(names), generate)
	if f.diff == nil {
		text += ". What is reported is what is left then"
	}
	note(r.stderr, "%s", strings.TrimSpace(text))
}
