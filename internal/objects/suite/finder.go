package suite

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/source"
)

// A Finder finds the CRDs of suites.
type Finder struct {
	// Elsewhere returns CRDs outside of the places that a suite names, in order of precedence. It is called at most
	// once.
	Elsewhere func() []*source.Document
	// Open returns a file as an editor has it; nil for a file that is not open. It may be nil.
	Open func(name string) *source.File

	elsewhere []*source.Document
	searched  bool
	files     map[string]*source.File // nil for a file that cannot be read
	crds      map[crdKey]*CRD
	gates     map[string][]*gates
}

type crdKey struct {
	doc  *source.Document
	only string
}

// NewFinder returns a Finder that calls a function for CRDs that a suite does not name.
func NewFinder(elsewhere func() []*source.Document) *Finder {
	return &Finder{
		Elsewhere: elsewhere, files: map[string]*source.File{},
		crds: map[crdKey]*CRD{}, gates: map[string][]*gates{},
	}
}

func (f *Finder) crd(doc *source.Document, only string) *CRD {
	k := crdKey{doc, only}
	if f.crds[k] == nil {
		f.crds[k] = &CRD{Doc: doc, Only: only}
	}
	return f.crds[k]
}

func (f *Finder) others() []*source.Document {
	if !f.searched && f.Elsewhere != nil {
		f.elsewhere = f.Elsewhere()
	}
	f.searched = true
	return f.elsewhere
}

func (f *Finder) read(name string) (*source.File, error) {
	if file, known := f.files[name]; known {
		if file == nil {
			return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
		}
		return file, nil
	}
	if f.Open != nil {
		if file := f.Open(name); file != nil {
			f.files[name] = file
			return file, nil
		}
	}
	file, err := source.ReadFile(name)
	if err != nil {
		file = nil
	}
	f.files[name] = file
	return file, err
}

// Resolve finds the CRDs of a suite. It returns the suite, or a copy of it for each CRD that it is to run with.
func (f *Finder) Resolve(s *Suite) []*Suite {
	if !s.Wants.OpenShift {
		f.own(s)
		return []*Suite{s}
	}
	dir := filepath.Dir(s.File)
	docs, err := f.candidates(s, dir)
	if err != nil {
		s.Error = err.Error()
		return []*Suite{s}
	}
	version := s.Wants.Version
	if version == "" {
		if version, err = onlyVersion(docs); err != nil {
			s.Error = err.Error()
			return []*Suite{s}
		}
	}
	out := make([]*Suite, 0, len(docs))
	for _, d := range docs {
		c := f.crd(d, version)
		one := *s
		one.Tests = slices.Clone(s.Tests)
		one.CRDs = []*CRD{c}
		if len(docs) > 1 {
			one.Variant = filepath.Base(d.File.Name)
		}
		one.patched(c)
		out = append(out, &one)
	}
	return out
}

// candidates returns the CRDs that a suite in the format of openshift/api runs with.
func (f *Finder) candidates(s *Suite, dir string) ([]*source.Document, error) {
	generated := filepath.Join(dir, "..", "..", "zz_generated.crd-manifests")
	var docs []*source.Document
	switch {
	case len(s.Wants.Files) > 0:
		name := s.Wants.Files[0]
		for _, in := range []string{dir, filepath.Join(dir, "zz_generated.crd-manifests"), generated} {
			at := filepath.Join(in, name)
			if err := confine.Reference(s.File, at); err != nil {
				return nil, err
			}
			if file, err := f.read(at); err == nil {
				docs = append(docs, crdsOf(file)...)
				break
			}
		}
		if docs == nil {
			return nil, fmt.Errorf("there is no CRD in %s", filepath.Join(dir, name))
		}
		if s.Wants.Name != "" {
			docs = slices.DeleteFunc(docs, func(d *source.Document) bool { return text(d, "metadata", "name") != s.Wants.Name })
		}
	case isFolder(generated):
		for _, name := range filesIn(generated) {
			file, err := f.read(name)
			if err != nil {
				continue
			}
			for _, d := range crdsOf(file) {
				if text(d, "metadata", "name") == s.Wants.Name {
					docs = append(docs, d)
				}
			}
		}
	default:
		for _, d := range f.others() {
			if text(d, "metadata", "name") == s.Wants.Name {
				docs = append(docs, d)
				break
			}
		}
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no CustomResourceDefinition %s was found; name the files of CRDs with --crds", s.Wants.Name)
	}
	var fit []*source.Document
	for _, d := range docs {
		ok, err := f.fits(f.crd(d, ""), dir, s.Wants.Gates)
		if err != nil {
			return nil, err
		}
		if ok {
			fit = append(fit, d)
		}
	}
	if len(fit) == 0 {
		return nil, fmt.Errorf("%s has no CustomResourceDefinition for %s", s.Wants.Name, gatesText(s.Wants.Gates))
	}
	return fit, nil
}

func gatesText(gates []string) string {
	return "the feature gates " + strings.Join(gates, ", ")
}

// onlyVersion returns the only version of some CRDs.
func onlyVersion(docs []*source.Document) (string, error) {
	version := ""
	for _, d := range docs {
		spec := source.Field(d.Root, "spec")
		list := source.Field(spec, "versions")
		if list == nil || len(list.Content) == 0 {
			return "", fmt.Errorf("%s has no versions", d.File.Name)
		}
		name, _ := source.String(source.Field(list.Content[0], "name"))
		if len(list.Content) > 1 || version != "" && version != name {
			return "", fmt.Errorf("%s has several versions; say in the suite which one is tested, as in: version: %s", d.File.Name, name)
		}
		version = cmp.Or(version, name)
	}
	return version, nil
}

func crdsOf(f *source.File) []*source.Document {
	var out []*source.Document
	for _, d := range f.Documents {
		if d.MeantAsCRD() && !isOpenShift(d) {
			out = append(out, d)
		}
	}
	return out
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// filesIn lists the files of a folder that may hold CRDs.
func filesIn(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".yaml", ".yml", ".json":
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

// own finds the CRDs of a suite in crdtool's format: those in its files, or those of its objects' kinds.
func (f *Finder) own(s *Suite) {
	if len(s.Wants.Files) > 0 {
		docs, err := f.named(s.File, s.Wants.Files)
		if err != nil {
			s.Error = err.Error()
			return
		}
		for _, d := range docs {
			s.CRDs = append(s.CRDs, f.crd(d, ""))
		}
	}
	for _, t := range s.Tests {
		for _, step := range t.Steps {
			if err := f.upgrade(s, step); err != nil {
				t.Error = fmt.Sprintf("line %d: %s", step.Line, err)
			}
		}
	}
	if len(s.Wants.Files) > 0 {
		return
	}
	for _, k := range s.kinds() {
		for _, d := range f.others() {
			if text(d, "spec", "group") == k[0] && text(d, "spec", "names", "kind") == k[1] {
				s.CRDs = append(s.CRDs, f.crd(d, ""))
				break
			}
		}
	}
}

// upgrade finds the CRDs that a step installs.
func (f *Finder) upgrade(s *Suite, step *Step) error {
	if step.Op != Upgrade {
		return nil
	}
	docs, err := f.named(s.File, step.Files)
	if err != nil {
		return err
	}
	for _, d := range docs {
		step.CRDs = append(step.CRDs, f.crd(d, ""))
	}
	return nil
}

// named reads CRDs from files that a suite names by paths relative to its own.
func (f *Finder) named(suite string, names []string) ([]*source.Document, error) {
	var docs []*source.Document
	for _, name := range names {
		at := name
		if !filepath.IsAbs(name) {
			at = filepath.Join(filepath.Dir(suite), name)
		}
		if err := confine.Reference(suite, at); err != nil {
			return nil, err
		}
		list := []string{at}
		if isFolder(at) {
			list = filesIn(at)
		}
		before := len(docs)
		for _, at := range list {
			file, err := f.read(at)
			if err != nil {
				return nil, err
			}
			docs = append(docs, crdsOf(file)...)
		}
		if len(docs) == before {
			return nil, fmt.Errorf("there is no CustomResourceDefinition in %s", at)
		}
	}
	return docs, nil
}

// kinds returns the group and kind of each object, in order.
func (s *Suite) kinds() [][2]string {
	var out [][2]string
	for _, t := range s.Tests {
		for _, step := range t.Steps {
			if step.Object == nil {
				continue
			}
			apiVersion, _ := step.Object.Value["apiVersion"].(string)
			group, _, grouped := strings.Cut(apiVersion, "/")
			if !grouped {
				group = ""
			}
			kind, _ := step.Object.Value["kind"].(string)
			if k := [2]string{group, kind}; !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}
