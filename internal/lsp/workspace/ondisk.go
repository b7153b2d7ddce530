package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
)

// stamps are the sizes and times of files, by name.
type stamps map[string]stamp

type stamp struct {
	size     int64
	modified time.Time
}

// stampsOf returns the stamps of the manifests in the root of a project and in its directories with CRDs.
func stampsOf(p *Project) stamps {
	dirs := map[string]bool{p.Dir: true}
	for i := range p.list.Files {
		dirs[filepath.Dir(p.list.Files[i].Name)] = true
	}
	now := stamps{}
	for dir := range dirs {
		entries, err := files.Disk.ReadDir(dir)
		if err != nil {
			continue // it was removed
		}
		for _, e := range entries {
			if !source.Readable(e.Name()) {
				continue
			}
			name := filepath.Join(dir, e.Name())
			if info, err := files.Disk.Stat(name); err == nil {
				now[name] = stamp{info.Size(), info.ModTime()}
			}
		}
	}
	return now
}

// changedOnDisk returns the files that differ from those that were read, and takes note of them.
func (r *root) changedOnDisk() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read == nil || !r.searched {
		return nil
	}
	was, now := r.stamps, stampsOf(r.read)
	r.stamps = now
	var changed []string
	for name, s := range now {
		if was[name] != s {
			changed = append(changed, name)
		}
	}
	for name := range was {
		if _, exists := now[name]; !exists {
			changed = append(changed, name)
		}
	}
	return changed
}

// ChangedOnDisk looks for changes of files that the editor does not report, such as those of a generator. It reports
// whether answers may change. It finds files in the root of a project and in directories that had CRDs before.
func (w *Workspace) ChangedOnDisk() bool {
	if w.Watched {
		return false
	}
	w.mu.Lock()
	roots := slices.Collect(maps.Values(w.roots))
	w.mu.Unlock()
	changed := false
	for _, r := range roots {
		for _, name := range r.changedOnDisk() {
			if path, err := filepath.Abs(name); err == nil && r.changed(path) {
				changed = true
			}
		}
	}
	return changed
}
