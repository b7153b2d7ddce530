package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
)

// loadCluster reads the CRDs and the live objects, and finds the files of the objects to apply.
func (r *applyRun) loadCluster(ctx context.Context, paths []string) error {
	if err := r.loadCRDs(ctx, r.sourceOf("crds"), r.flags.crds, r.crds); err != nil {
		return err
	}
	r.paths = paths
	switch {
	case r.flags.sequence:
		r.files = files.ExpandInOrder(paths, files.Objects, r.flags.ignoreMissing)
	case r.flags.ignoreMissing:
		r.files = files.ExpandAsFound(paths, files.Objects) // the files were not named for their objects
	default:
		r.files = files.Expand(paths, files.Objects)
	}
	if r.flags.allowEmpty || !namesPaths(paths) {
		r.files.AllowEmpty()
	}
	for _, err := range r.files.Errors {
		r.couldNotRead(atKey(r.cmd, r.config, err))
	}
	r.kustomize(paths)
	dropExcluded(r.cmd, r.config, r.files, r.flags.quiet)
	// CRDs among the objects are added first, from all files. Objects are read again later, so that
	// few files are in memory at once.
	among := r.crdsAmong
	if r.flags.sequence {
		among = r.pipesAmong // CRDs are applied in sequence
	}
	err := inorder.Do(ctx, r.files.Files, among, func(i input) error {
		if i.err != nil {
			r.failed[i.name] = i.err
			return nil
		}
		if i.file == nil {
			return nil
		}
		if i.once {
			r.read[i.name] = i
		}
		if !r.flags.sequence {
			r.noteShadowed(r.crds.Add(i.file), i.found)
		}
		return nil
	})
	if err != nil {
		return err
	}
	find := r.flags.findCRDs
	if !find && len(r.flags.crds) == 0 && !r.searched(paths) {
		if find, err = r.lacksCRDs(ctx); err != nil {
			return err
		}
	}
	if find {
		if err := r.findCRDs(ctx); err != nil {
			return err
		}
	}
	opts := r.flags.options()
	opts.Context = ctx
	if err := r.flags.readPatch(r.stdin, &opts.Command); err != nil {
		return err
	}
	opts.Settle(len(r.flags.old) > 0 || r.flags.showOwners)
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
	if r.flags.sequence {
		r.runner = apply.New(r.crds, opts)
		return r.runner.StartSequence()
	}
	if list := r.flags.kubeVersions.list; len(list) > 0 {
		r.runner = apply.NewFor(r.crds, opts, list)
	} else {
		r.runner = apply.New(r.crds, opts)
	}
	return nil
}

// searched reports whether the paths of the objects include all folders that a search for CRDs would read.
func (r *applyRun) searched(paths []string) bool {
	return crdsearch.New(files.Disk, r.config, r.files.Names()).IsWithin(paths)
}

// input is a file, or the error of reading it.
type input struct {
	name  string
	found bool
	file  *source.File
	// passed lists the skipped parts of the file.
	passed []files.Passed
	err    error
	// once is set for a file that cannot be read again.
	once bool
}

func (r *applyRun) open(f files.File) input {
	file, passed, err := r.files.Read(&f, r.stdin)
	return input{name: f.Name, found: f.Found, file: file, passed: passed, err: err}
}

// crdsAmong reads a file of objects if it may have CRDs or webhooks, or if it is a pipe, which can be read only
// once. It is called concurrently.
func (r *applyRun) crdsAmong(f files.File) input {
	if f.Name == files.Stdin {
		i := r.open(f)
		i.once = true
		return i
	}
	info, err := os.Stat(f.Name)
	if err != nil || !info.Mode().IsRegular() {
		i := r.open(f)
		i.once = true
		return i
	}
	text, err := source.Load(f.Name)
	switch {
	case err != nil:
		return input{name: f.Name} // reported when its objects are applied
	case files.SpeaksOfClusters(text):
		return r.open(f)
	}
	return input{name: f.Name}
}

// pipesAmong reads only files that cannot be read twice.
func (r *applyRun) pipesAmong(f files.File) input {
	if info, err := os.Stat(f.Name); f.Name == files.Stdin || err == nil && !info.Mode().IsRegular() {
		i := r.open(f)
		i.once = true
		return i
	}
	return input{name: f.Name}
}

// loadCRDs reads CRDs. A file that cannot be parsed fails the run: objects of its CRDs would be reported as
// objects without a CRD.
func (r *applyRun) loadCRDs(ctx context.Context, flag string, paths []string, to *apply.CRDs) error {
	return r.load(ctx, flag, paths, files.Clusters, func(f *source.File) error {
		r.noteShadowed(to.Add(f), false)
		return nil
	})
}

func (r *applyRun) loadLive(ctx context.Context) (*apply.Live, error) {
	l := apply.NewLive(r.crds, r.flags.namespace)
	return l, r.load(ctx, r.sourceOf("old"), r.flags.old, files.Objects, func(f *source.File) error {
		return l.Add(f)
	})
}

// sourceOf returns the name of the setting that gives the files: a flag, --cluster instead of it, or the
// configuration.
func (r *applyRun) sourceOf(flag string) string {
	changed := r.cmd.Flags().Changed
	switch {
	case changed(flag):
		return "--" + flag
	case changed("cluster"):
		return "--cluster"
	}
	return r.config.Path + ": paths." + flag
}

// load calls add with the files of a flag, in order.
func (r *applyRun) load(ctx context.Context, flag string, paths []string, want files.Want, add func(*source.File) error) error {
	if len(paths) == 0 {
		return nil
	}
	list := files.Expand(paths, want)
	if len(list.Errors) > 0 {
		return withKey(r.config, list.Errors[0], flag)
	}
	return inorder.Do(ctx, list.Files, func(f files.File) input {
		file, _, err := list.Read(&f, r.stdin)
		return input{name: f.Name, found: f.Found, file: file, err: err}
	}, func(i input) error {
		if i.err != nil {
			return fmt.Errorf("%s: %w", flag, i.err)
		}
		if i.file == nil {
			return nil
		}
		if len(i.file.Problems) > 0 {
			p := i.file.Problems[0]
			err := fmt.Errorf("%s: %s:%d: %s", flag, i.file.Name, p.Pos.Line, p.Message)
			if !i.found {
				return err
			}
			// A file in a directory may belong to a test.
			note(r.stderr, "left out: %v", err)
			return nil
		}
		if err := add(i.file); err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		return nil
	})
}

// patchTypes maps the values of --type to content types.
var patchTypes = map[string]types.PatchType{
	"merge": types.MergePatchType,
	"json":  types.JSONPatchType,
	"apply": types.ApplyYAMLPatchType,
}

// readPatch reads the file of --patch.
func (f *applyFlags) readPatch(stdin io.Reader, to *apply.Command) error {
	if f.patch == "" {
		return nil
	}
	var text []byte
	var err error
	if f.patch == files.Stdin {
		text, err = source.LoadFrom(files.StdinName, stdin, 0)
	} else {
		text, err = source.Load(f.patch)
	}
	if err != nil {
		return fmt.Errorf("--patch: %w", err)
	}
	if to.Patch, err = yaml.YAMLToJSON(text); err != nil {
		return fmt.Errorf("--patch: %s: %w", f.patch, err)
	}
	to.PatchType = patchTypes[f.patchType]
	return nil
}
