package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// A root is the folder of a project. Its project is read when it is needed, and again after a change.
type root struct {
	workspace *Workspace
	dir       string
	searched  bool // the files below belong to the project

	mu     sync.Mutex
	read   *Project // nil before the first use and after a change
	stamps stamps   // of the files that were read, unless the client reports changes

	headMu sync.Mutex
	head   head

	openMu sync.Mutex
	open   map[string]openFile // by name

	goMu   sync.Mutex
	goCode goCode
}

func (r *root) project(ctx context.Context) *Project {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read == nil {
		p := readProject(ctx, r)
		if ctx.Err() != nil {
			return p // it may be incomplete
		}
		r.read = p
		if !r.workspace.Watched && r.searched {
			r.stamps = stampsOf(p)
		}
	}
	return r.read
}

// changed takes note of a changed file, and reports whether it is a part of the project.
func (r *root) changed(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read == nil {
		return false
	}
	name := crdsearch.Shown(r.workspace.cwd, path)
	at := slices.IndexFunc(r.read.list.Files, func(f files.File) bool { return f.Name == name })
	switch base := filepath.Base(path); {
	case filepath.Ext(path) == ".go":
		r.read = r.read.copied()
		r.read.findTypes()
		r.goChanged(path)
	case at >= 0:
		r.read = r.read.copied()
		r.read.crds.reread(r.read.list, &r.read.list.Files[at])
	case slices.Contains(config.Names(), base), base == config.BaselineName, base == ".gitignore", base == "PROJECT", base == "go.mod",
		kustomize.IsFile(base),
		source.Readable(path) && mayHaveCRDs(r.workspace.Files(), path):
		r.read = nil
	default:
		if source.Readable(path) {
			r.read.objectsChanged()
		}
		return false
	}
	return true
}

func mayHaveCRDs(on files.System, path string) bool {
	text, err := on.Load(path)
	return err == nil && files.SpeaksOfClusters(text)
}

// A Project is a repository, or a folder with a configuration, as it was when it was read. A run of crdtool in the
// folder of a file reads the same.
type Project struct {
	// Dir is the root.
	Dir    string
	Config *config.Config
	// Invalid are the errors of the configuration; Config is then the default.
	Invalid []finding.Finding
	// ConfigFile is the configuration; nil for none.
	ConfigFile *source.File
	Rules      *config.Selector
	Baseline   *lint.Baseline // nil for none
	Finder     *origin.Finder
	Owners     *lintrun.Owners
	// Files are those of the disk and of the editor.
	Files files.System

	root      *root
	workspace *Workspace
	searched  bool        // the files below Dir belong to the project
	list      *files.List // files that may have CRDs
	crds      *crdFiles   // those that have some

	mu    sync.Mutex
	sets  map[string]*set // by folder of objects, or file
	kinds kinds

	skeletons skeletons
}

// readProject reads a project. Files that cannot be read are skipped, as apply-dry does.
func readProject(ctx context.Context, r *root) *Project {
	on := r.workspace.Files()
	p := &Project{
		Dir: r.dir, Files: on, root: r, workspace: r.workspace, searched: r.searched,
		crds: new(crdFiles), sets: map[string]*set{},
	}
	p.readConfig(on)
	p.findTypes()
	p.Rules = p.Config.Selector(config.Choice{})
	p.list = files.ExpandOn(on, nil, files.Clusters)
	if !r.searched {
		return p
	}
	folders := []string{r.dir}
	if len(p.Config.Paths.CRDs) > 0 {
		folders = p.Config.Paths.CRDs
	}
	p.list = crdsearch.Below(on, p.Config, folders)
	p.Owners = lintrun.FindOwners(ctx, p.list, p.Finder, p.Rules)
	return p
}

// findTypes has Go types read when they are needed.
func (p *Project) findTypes() {
	p.Finder = origin.New()
	for _, dir := range p.Config.Paths.Types {
		_ = p.Finder.Add(dir) // they may be guessed, and are only searched first
	}
}

// copied returns a copy that can be changed: others may be reading the project.
func (p *Project) copied() *Project {
	return &Project{
		Dir: p.Dir, Config: p.Config, Invalid: p.Invalid, ConfigFile: p.ConfigFile, Rules: p.Rules, Baseline: p.Baseline,
		Finder: p.Finder, Owners: p.Owners, Files: p.Files,
		root: p.root, workspace: p.workspace, searched: p.searched, list: p.list, crds: p.crds.copied(), sets: map[string]*set{},
	}
}

func (p *Project) readConfig(on files.System) {
	p.Config = config.Default()
	path, err := config.Find(p.Dir)
	if err != nil || path == "" {
		return
	}
	path = crdsearch.Shown(p.workspace.cwd, path)
	text, err := on.Load(path)
	if err != nil {
		return
	}
	p.ConfigFile = source.Read(path, text)
	c, invalid := config.Read(p.ConfigFile)
	if p.Invalid = invalid; c == nil {
		return
	}
	c.Found = true
	p.Config = c
	if c.Baseline != "" {
		if text, err := on.Load(c.Baseline); err == nil {
			p.Baseline, _ = lint.ReadBaseline(filepath.Dir(c.Baseline), text)
		}
	}
}

// Versions returns the configured versions of Kubernetes, the newest last; only kube.Latest without any.
func (p *Project) Versions() []kube.Version {
	switch {
	case len(p.Config.KubeVersions) > 0:
		return p.Config.KubeVersions
	case p.Config.KubeVersion != nil:
		return []kube.Version{*p.Config.KubeVersion}
	}
	return []kube.Version{kube.Latest}
}

// Version returns the version of Kubernetes whose answers are given.
func (p *Project) Version() kube.Version {
	versions := p.Versions()
	return versions[len(versions)-1]
}

// CRDFiles returns the files with CRDs, in the order in which a search from the folder of a file finds them. Open
// documents have the text of the editor.
func (p *Project) CRDFiles(doc *Document) []*source.File {
	list := files.List{Files: slices.Clone(p.list.Files)}
	names := map[string]bool{}
	for i := range list.Files {
		names[list.Files[i].Name] = true
	}
	open := map[string]*Document{}
	for _, d := range p.workspace.Documents() {
		if !d.IsManifest() || !files.SpeaksOfClusters(d.Text) {
			continue
		}
		open[d.Name] = d
		if !names[d.Name] && p.has(d) && !p.Config.Excludes(d.Name) {
			list.Files = append(list.Files, files.File{Name: d.Name, Found: true})
		}
	}
	crdsearch.New(p.Files, p.Config, []string{doc.Name}).Sort(&list)
	onDisk := p.crds.byName(p.list)
	var found []*source.File
	for i := range list.Files {
		f := &list.Files[i]
		file := onDisk[f.Name]
		if d := open[f.Name]; d != nil {
			file = p.readOpen(f, d)
		}
		if file != nil {
			found = append(found, file)
		}
	}
	return found
}

// OpenFile returns the open document of a file by its name in findings; nil if it is not open.
func (p *Project) OpenFile(name string) *Document { return p.workspace.OpenFile(name) }

// An openFile is what a version of an open document says.
type openFile struct {
	doc  *Document
	file *source.File
}

// readOpen reads an open document once: others recognize unchanged CRDs by their pointers.
func (p *Project) readOpen(f *files.File, doc *Document) *source.File {
	r := p.root
	r.openMu.Lock()
	defer r.openMu.Unlock()
	if o := r.open[f.Name]; o.doc != nil && o.doc.Lines == doc.Lines {
		return o.file
	}
	if r.open == nil {
		r.open = map[string]openFile{}
	}
	file, _, _ := p.list.Read(f, nil) // a text of the editor can be read
	r.open[f.Name] = openFile{doc, file}
	return file
}

// forget drops what was read of a closed document, and the sets of folders without an open document.
func (r *root) forget(closed *Document) {
	r.openMu.Lock()
	delete(r.open, closed.Name)
	r.openMu.Unlock()
	r.mu.Lock()
	p := r.read
	r.mu.Unlock()
	if p == nil {
		return
	}
	places := map[string]bool{}
	for _, d := range r.workspace.Documents() {
		places[d.Path], places[filepath.Dir(d.Path)] = true, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.sets, func(place string, _ *set) bool { return !places[place] })
}

// has reports whether a document is below the root of the project.
func (p *Project) has(d *Document) bool {
	rel, err := filepath.Rel(p.Dir, d.Path)
	return err == nil && filepath.IsLocal(rel)
}

// A set is the CRDs for the objects of a folder, or of a file that has CRDs itself.
type set struct {
	key  string
	crds *apply.CRDs
}

// CRDs returns the CRDs for the objects of a document. They are made anew if a text with CRDs has changed.
func (p *Project) CRDs(doc *Document) *apply.CRDs {
	place, key := filepath.Dir(doc.Path), p.openCRDs()
	own := doc.IsManifest() && files.SpeaksOfClusters(doc.Text)
	if own {
		place = doc.Path
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.sets[place]; s != nil && s.key == key {
		return s.crds
	}
	crds := apply.NewCRDs(p.Version(), false)
	crds.Nearer = p.Config.Nearer
	if own {
		crds.Add(source.Read(doc.Name, doc.Text))
	}
	for _, f := range p.CRDFiles(doc) {
		crds.AddFound(f)
	}
	p.sets[place] = &set{key, crds}
	return crds
}

// openCRDs names the versions of the open documents that may have CRDs.
func (p *Project) openCRDs() string {
	var key []byte
	for _, d := range p.workspace.Documents() {
		if d.IsManifest() && files.SpeaksOfClusters(d.Text) {
			key = append(key, d.URI...)
			key = append(key, 0, byte(d.Version), byte(d.Version>>8), byte(d.Version>>16), byte(d.Version>>24))
		}
	}
	return string(key)
}
