package diffrun

import (
	"context"
	"errors"
	"maps"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
)

// names are those of CRDs.
type names = map[string]bool

// leftovers are the CRDs that no file has on both sides, and what tells whether they are
// copies of others.
type leftovers struct {
	old, new Set
	// now are the CRDs of the new side, compared those of which some file was compared.
	now, compared names
	// today are the CRDs of files on the new side that are not of a release, once these are
	// known.
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

// nextStage begins with the files of today, and then with those of releases.
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

// find looks for the old CRDs of new copies: among those that other copies were compared with,
// and, if the old side has none, elsewhere.
func (l *leftovers) find(ctx context.Context, old *Side, elsewhere func(names) (*Set, error)) error {
	again := maps.Clone(l.compared)
	maps.DeleteFunc(again, func(name string, _ bool) bool { return len(l.new.byName[name]) == 0 })
	if len(again) > 0 {
		l.old.drop(again)
		err := inorder.Do(ctx, old.Files, func(f files.File) *source.File {
			if f.Name == files.Stdin {
				return nil // of which all files that are left were compared with all
			}
			file, _, _ := old.read(&f) // which was read before
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

// dropCopies leaves out old copies of CRDs that are still there. One of which only releases
// are left is not.
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
