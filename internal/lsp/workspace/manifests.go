package workspace

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
)

// Manifests returns the files of the project that may have objects, sorted by name, with the open documents among them.
// Files that the configuration excludes are left out. Names are those in findings.
func (p *Project) Manifests() *files.List {
	var folders []string
	if p.searched {
		folders = []string{p.Dir}
	}
	list := files.ExpandOn(p.Files, folders, files.Objects)
	for i := range list.Files {
		list.Files[i].Name = crdsearch.Shown(p.workspace.cwd, list.Files[i].Name)
	}
	for _, d := range p.workspace.Documents() {
		if d.IsManifest() && p.has(d) && !slices.ContainsFunc(list.Files, func(f files.File) bool { return f.Name == d.Name }) {
			list.Files = append(list.Files, files.File{Name: d.Name, Found: true})
		}
	}
	slices.SortFunc(list.Files, func(a, b files.File) int { return strings.Compare(a.Name, b.Name) })
	list.Keep(func(f *files.File) bool {
		if p.Config.Excludes(f.Name) {
			return false
		}
		info, err := p.Files.Stat(f.Name)
		return err == nil && info.Mode().IsRegular() && info.Size() <= crdsearch.MaxBytes
	})
	return list
}
