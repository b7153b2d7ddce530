package diffrun

import (
	"context"
	"errors"
	"maps"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
)

// names is a set of names of CRDs.
type names = map[string]bool

// leftovers has the CRDs that no pair of files has on both sides, and data to recognize copies.
type leftovers struct {
	old, new Set
	// now has the CRDs of the new side, compared the CRDs that were compared in some file.
	now, compared names
	// today has the CRDs of new files outside of releases, once they are known.
	today  names
	stages int
}

func newLeftovers(old, new []*source.File) (*leftovers, error) {
	l := &leftovers{now: names{}, compared: names{}}
	if err := errors.Join(l.old.given(old), l.new.given(new)); err != nil {
		return nil, err
	}
	for name := range l.new.byName {
		l.now[name] = true
	}
	return l, nil
}

// nextStage starts the files outside of releases, and then the files of releases.
func (l *leftovers) nextStage() {
	if l.stages++; l.stages > 1 {
		l.today = maps.Clone(l.now)
	}
}

func (l *leftovers) take(c *compared) {
	for _, name := range c.both {
		l.now[name], l.compared[name] = true, true
	}
	l.old.addAll(c.old)
	for _, d := range c.new {
		l.now[nameOf(d)] = true
		l.new.add(d)
	}
}

// find adds the old CRDs of new copies: from files that were compared, and else by calling elsewhere.
func (l *leftovers) find(ctx context.Context, old *Side, elsewhere func(names) (*Set, error)) error {
	again := maps.Clone(l.compared)
	maps.DeleteFunc(again, func(name string, _ bool) bool { return len(l.new.byName[name]) == 0 })
	if len(again) > 0 {
		l.old.drop(again)
		err := inorder.Do(ctx, old.Files, func(f files.File) *source.File {
			if f.Name == files.Stdin {
				return nil // the remaining files were compared with all its CRDs
			}
			file, _, _ := old.read(&f) // read without an error before
			return file
		}, func(f *source.File) error {
			l.old.AddNamed(f, again)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if elsewhere == nil {
		return nil
	}
	lacking := l.old.Lacks(&l.new)
	if len(lacking) == 0 {
		return nil
	}
	more, err := elsewhere(lacking)
	if err == nil && more != nil {
		l.old.addAll(more.docs)
	}
	return err
}

// dropCopies drops old copies of CRDs that the new side still has. A CRD that only releases still have counts
// as removed.
func (l *leftovers) dropCopies() {
	for name, was := range l.old.byName {
		if len(l.new.byName[name]) > 0 {
			continue
		}
		still := l.now
		for _, d := range was {
			if source.Release(d.File.Name) == "" {
				still = l.today
			}
		}
		if still[name] {
			delete(l.old.byName, name)
		}
	}
}
