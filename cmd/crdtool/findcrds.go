package main

import (
	"context"
	"errors"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
)

// findCRDs adds the CRDs and webhooks near the objects. Of several CRDs for one kind, the one that is the
// fewest steps up from an object counts. Files that cannot be read are skipped, as they may be irrelevant.
func (r *applyRun) findCRDs(ctx context.Context) error {
	search := crdsearch.New(files.Disk, r.config, r.files.Names())
	search.Alone = r.flags.findCRDs
	list := search.Files()
	return inorder.Do(ctx, list.Files, func(f files.File) *source.File {
		file, _, err := list.Read(&f, nil)
		if err != nil {
			return nil
		}
		return file
	}, func(f *source.File) error {
		if f != nil {
			r.noteShadowed(r.crds.AddFound(f), true)
		}
		return nil
	})
}

// lacksCRDs reports whether an object has no CRD among the given ones.
func (r *applyRun) lacksCRDs(ctx context.Context) (bool, error) {
	err := inorder.Do(ctx, r.files.Files, func(f files.File) bool {
		if r.failed[f.Name] != nil {
			return false
		}
		in, read := r.read[f.Name]
		if !read {
			in = r.open(f)
		}
		return in.file != nil && r.crds.Lack(in.file)
	}, func(lacks bool) error {
		if lacks {
			return errLacks
		}
		return nil
	})
	if errors.Is(err, errLacks) {
		return true, nil
	}
	return false, err
}

var errLacks = errors.New("an object has no CRD")

// noteShadowed keeps shadowed CRDs for printShadowed, without those in found files of releases.
func (r *applyRun) noteShadowed(all []apply.Shadowed, found bool) {
	for _, s := range all {
		if !found || !s.Past() {
			r.shadowed = append(r.shadowed, s)
		}
	}
}

// printShadowed prints which CRDs were skipped for a nearer one, for kinds of the objects.
func (r *applyRun) printShadowed() {
	var used []apply.Shadowed
	kinds := map[string]bool{}
	for _, s := range r.shadowed {
		if s.Used() {
			used = append(used, s)
			kinds[s.Kind()] = true
		}
	}
	switch {
	case len(used) == 0:
	case len(used) == 1:
		note(r.stderr, "%s; name the right one with --crds", used[0])
	case len(used) == 2 && len(kinds) == 1:
		note(r.stderr, "%s, as is 1 more; name the right one with --crds", used[0])
	case len(kinds) == 1:
		note(r.stderr, "%s, as are %d more; name the right one with --crds", used[0], len(used)-1)
	default:
		note(r.stderr, "the CRDs of %d kinds stand at several places with different content; for instance, %s; name the right ones with --crds, or set paths.crds in %s", len(kinds), used[0], config.Name)
	}
}
