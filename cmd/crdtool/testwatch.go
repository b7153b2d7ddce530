package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

const (
	// watchInterval is the pause between searches for changes.
	watchInterval = 300 * time.Millisecond
	// watchShare bounds the time of the searches to a fiftieth: with many thousand files, the pause is longer.
	watchShare = 50
)

// clearScreen clears a terminal and moves to its top.
const clearScreen = "\x1b[2J\x1b[H"

// watchTests runs the tests, and again whenever a file changes, until the context ends. It returns the
// context's error.
func watchTests(cmd *cobra.Command, f *testFlags, c *config.Config, to *outputs, paths []string) error {
	if slices.Contains(paths, files.Stdin) {
		return errors.New("--watch cannot see changes of standard input; name files")
	}
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	before := new(watched)
	for {
		start := time.Now()
		w := before.again(paths, f.written(to)) // before the run, so that it misses no change
		run, err := testOnce(cmd, f, c, to, paths)
		switch {
		case cmd.Context().Err() != nil:
			return cmd.Context().Err()
		case err == nil, errors.Is(err, errFindings), errors.Is(err, errReported):
		default:
			return err
		}
		w.read(run, start)
		before = w
		note(stderr, "watching %s; Ctrl-C ends", prose.Count(w.files, "file"))
		name, err := w.wait(cmd.Context())
		if err != nil {
			return err
		}
		if terminal(stdout) {
			_, _ = io.WriteString(safetext.Unwrap(stdout), clearScreen)
		}
		note(stderr, "%s has changed", render.Escape(name))
	}
}

// watched has the files and folders of a run, in the state in which the run read them.
type watched struct {
	names  []string
	files  int
	states map[string]fileState
	// before has the states before the run of files in folders of suites, which the run may read.
	before map[string]fileState
	// listed has the names in folders that may belong to suites, objects and CRDs.
	listed map[string][]string
	// written are the files that the run writes. They are ignored, or each run would start the next.
	written []string
	// newer is a file that the run read first, and that changed during the run.
	newer string
}

// fileState is compared to detect changes of a file or a folder.
type fileState struct {
	at     time.Time
	size   int64
	is     bool
	folder bool
}

func stateOf(name string) fileState {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return fileState{}
	case info.IsDir():
		return fileState{at: info.ModTime(), is: true, folder: true}
	}
	return fileState{info.ModTime(), info.Size(), true, false}
}

// namesIn returns the names in a folder that a run may read, and its folders.
func (w *watched) namesIn(folder string) []string {
	entries, _ := os.ReadDir(folder) // an unreadable folder has none
	var names []string
	for _, e := range entries {
		if slices.Contains(w.written, filepath.Join(folder, e.Name())) {
			continue
		}
		switch filepath.Ext(e.Name()) {
		case ".yaml", ".yml", ".json":
			names = append(names, e.Name())
		default:
			if e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	return names
}

// again returns the state before the next run of the files that the last one read, and of folders in which
// suites may appear.
func (w *watched) again(paths, written []string) *watched {
	known := w.names
	w = &watched{written: written, states: map[string]fileState{}, before: map[string]fileState{}, listed: map[string][]string{}}
	for _, name := range known {
		if stateOf(name).is {
			w.add(name)
		}
	}
	for _, p := range paths {
		if isFolder(p) {
			_ = filepath.WalkDir(p, func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return nil // unreadable files are not watched
				}
				if !d.IsDir() {
					w.before[name] = stateOf(name)
					return nil
				}
				if base := d.Name(); name != p && len(base) > 1 && base[0] == '.' {
					return filepath.SkipDir
				}
				w.add(name)
				return nil
			})
		}
	}
	return w
}

// read adds the files of suites and CRDs that the run read, and their folders. start is the start of the run.
func (w *watched) read(r *testRun, start time.Time) {
	names := slices.DeleteFunc(r.sources(), func(name string) bool { return slices.Contains(w.written, filepath.Clean(name)) })
	w.files = len(names)
	for _, name := range names {
		if w.add(name) && w.newer == "" && w.states[name].at.After(start) {
			w.newer = name
		}
	}
	for _, name := range names {
		w.add(filepath.Dir(name))
	}
	slices.Sort(w.names)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// add records the state of a file or folder, and reports whether it is new.
func (w *watched) add(name string) bool {
	if _, known := w.states[name]; known {
		return false
	}
	s, known := w.before[name]
	if !known {
		s = stateOf(name)
	}
	w.states[name] = s
	w.names = append(w.names, name)
	if s.folder {
		w.listed[name] = w.namesIn(name)
	}
	return true
}

// wait waits for a change, and returns the name of the changed file or folder.
func (w *watched) wait(ctx context.Context) (string, error) {
	if w.newer != "" {
		return w.newer, ctx.Err()
	}
	interval := watchInterval
	for {
		if err := pause(ctx, interval); err != nil {
			return "", err
		}
		begin := time.Now()
		for _, name := range w.names {
			s := stateOf(name)
			if s == w.states[name] {
				continue
			}
			if s.folder && slices.Equal(w.namesIn(name), w.listed[name]) {
				w.states[name] = s // no relevant file was added or removed
				continue
			}
			return name, nil
		}
		interval = max(watchInterval, watchShare*time.Since(begin))
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// written returns the files that a run writes.
func (f *testFlags) written(to *outputs) []string {
	var names []string
	for _, o := range to.files {
		names = append(names, filepath.Clean(o.path))
	}
	for _, name := range f.coverage.out {
		names = append(names, filepath.Clean(name))
	}
	return names
}

// sources returns the files that a run has read: suites, objects and CRDs.
func (r *testRun) sources() []string {
	names := r.files.Names()
	names = append(names, r.searched...)
	for _, j := range r.suites {
		for _, c := range j.suite.CRDs {
			names = append(names, c.Doc.File.Name)
		}
		for _, t := range j.suite.Tests {
			for _, s := range t.Steps {
				for _, c := range s.CRDs {
					names = append(names, c.Doc.File.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
