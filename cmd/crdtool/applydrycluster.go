package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/source"
)

// loadCluster reads the CRDs and the live objects, and finds the files of the
// objects that are applied to them.
func (r *applyRun) loadCluster(ctx context.Context, paths []string) error {
	if err := r.loadCRDs(ctx, "--crds", r.flags.crds, r.crds); err != nil {
		return err
	}
	names, errs := source.Expand(paths)
	for _, err := range errs {
		r.couldNotRead(err)
	}
	names = withoutExcluded(r.cmd, r.config, paths, names, r.flags.quiet)
	r.names = names
	// CRDs among the objects are taken up first, wherever they stand. Objects are
	// read again when it is their turn, so that memory holds only a few files.
	err := inorder.Do(ctx, names, r.crdsAmong, func(i input) error {
		if i.err != nil {
			r.failed[i.name] = i.err
			return nil
		}
		if i.file == nil {
			return nil
		}
		if i.once {
			r.read[i.name] = i.file
		}
		return r.crds.Add(i.file)
	})
	if err != nil {
		return err
	}
	if r.flags.findCRDs {
		if err := r.findCRDs(ctx); err != nil {
			return err
		}
	}
	opts := r.flags.options()
	opts.Context = ctx
	if len(r.flags.oldCRDs) > 0 {
		opts.StoredBy = apply.NewCRDs(r.flags.kubeVersion.Version, true) // they were accepted once
		if err := r.loadCRDs(ctx, "--old-crds", r.flags.oldCRDs, opts.StoredBy); err != nil {
			return err
		}
	}
	if len(r.flags.old) > 0 {
		if opts.Live, err = r.loadLive(ctx); err != nil {
			return err
		}
	}
	r.runner = apply.New(r.crds, opts)
	return nil
}

// apiVersionMark stands in every file that holds an object.
var apiVersionMark = []byte("apiVersion")

// input is a file, or why it could not be read.
type input struct {
	name string
	file *source.File
	err  error
	// once is set for a file that can't be read again.
	once bool
}

func (r *applyRun) open(name string) input {
	file, err := readSource(name, r.stdin)
	return input{name: name, file: file, err: err}
}

// crdsAmong reads a file of objects if CRDs may be among them, or if it is a
// pipe, which can be read only once. It is called on several goroutines at once.
func (r *applyRun) crdsAmong(name string) input {
	if name == source.Stdin {
		i := r.open(name)
		i.once = true
		return i
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		i := r.open(name)
		i.once = true
		return i
	}
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		return input{name: name} // told when it is its turn
	case bytes.Contains(text, crdMark):
		return r.open(name)
	case r.flags.ignoreMissing && !bytes.Contains(text, apiVersionMark):
		// What is wrong with a file of another program is not for us to say.
		return input{name: name, file: source.Read(name, nil), once: true}
	}
	return input{name: name}
}

// loadCRDs reads CRDs. A file of theirs that does not parse fails the run: the
// objects of what it holds would be said to have no CRD.
func (r *applyRun) loadCRDs(ctx context.Context, flag string, paths []string, to *apply.CRDs) error {
	return r.load(ctx, flag, paths, func(f *source.File) error { return to.Add(f) })
}

func (r *applyRun) loadLive(ctx context.Context) (*apply.Live, error) {
	l := apply.NewLive(r.crds, r.flags.namespace)
	return l, r.load(ctx, "--old", r.flags.old, l.Add)
}

// load hands the files of a flag to add, in order.
func (r *applyRun) load(ctx context.Context, flag string, paths []string, add func(*source.File) error) error {
	if len(paths) == 0 {
		return nil
	}
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return fmt.Errorf("%s: %w", flag, errs[0])
	}
	return inorder.Do(ctx, names, r.open, func(i input) error {
		if i.err != nil {
			return fmt.Errorf("%s: %w", flag, i.err)
		}
		if len(i.file.Problems) > 0 {
			p := i.file.Problems[0]
			return fmt.Errorf("%s: %s:%d: %s", flag, i.file.Name, p.Pos.Line, p.Message)
		}
		if err := add(i.file); err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		return nil
	})
}
