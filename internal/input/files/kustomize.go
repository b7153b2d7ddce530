package files

import (
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// patches are the files, by place, with which kustomizations change resources. Components are kustomizations, too,
// and are read when they are found.
type patches struct {
	of   map[string]kustomized
	seen map[string]bool // directories whose kustomizations were read
}

// kustomized is a file with which a kustomization changes resources.
type kustomized struct {
	by string // the directory of the kustomization, as people write it
	// settings says that the file configures Kustomize and is no part of a resource, such as the kustomizeconfig.yaml
	// of kubebuilder's projects.
	settings bool
}

// readAbove reads the kustomizations of the directories above, up to the root of the repository: their patches may
// be in this directory.
func (p *patches) readAbove(on System, path, place string) {
	if !inRepository(on, place) {
		return
	}
	for at, name := place, path; !on.IsRepository(at) && at != filepath.Dir(at); {
		at, name = filepath.Dir(at), filepath.Join(name, "..")
		p.readFolder(on, name, at)
	}
}

func inRepository(on System, place string) bool {
	for at := place; ; at = filepath.Dir(at) {
		if on.IsRepository(at) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// readFolder reads the kustomization of a directory, if it has one.
func (p *patches) readFolder(on System, name, place string) {
	if p.seen[place] {
		return
	}
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	p.seen[place] = true
	for _, file := range [...]string{"kustomization.yaml", "kustomization.yml", "Kustomization"} {
		if _, err := on.Stat(filepath.Join(place, file)); err == nil {
			p.read(on, filepath.Join(name, file), filepath.Join(place, file))
		}
	}
}

// read reads a kustomization. It ignores errors, which kustomize reports. Files under crds may be CRDs.
func (p *patches) read(on System, name, place string) {
	f, err := readFile(on, place)
	if err != nil {
		return
	}
	for _, doc := range f.Documents {
		for _, list := range [...]string{"patches", "patchesJson6902"} {
			each(doc.Root, list, func(item *yamlnode.Node) { p.add(on, name, place, source.Field(item, "path"), false) })
		}
		each(doc.Root, "patchesStrategicMerge", func(item *yamlnode.Node) { p.add(on, name, place, item, false) })
		each(doc.Root, "replacements", func(item *yamlnode.Node) { p.add(on, name, place, source.Field(item, "path"), true) })
		for _, list := range [...]string{"configurations", "transformers", "generators", "validators"} {
			each(doc.Root, list, func(item *yamlnode.Node) { p.add(on, name, place, item, true) })
		}
		p.add(on, name, place, source.Field(source.Field(doc.Root, "openapi"), "path"), true)
	}
}

func each(root *yamlnode.Node, list string, f func(*yamlnode.Node)) {
	items := source.Resolve(source.Field(root, list))
	if items == nil || items.Kind != yamlnode.Sequence {
		return
	}
	for _, item := range items.Content {
		f(source.Resolve(item))
	}
}

// add adds the file that a scalar names.
func (p *patches) add(on System, name, place string, n *yamlnode.Node, settings bool) {
	if n == nil || n.Kind != yamlnode.Scalar {
		return
	}
	path, ok := source.String(n)
	if !ok || path == "" {
		return
	}
	if p.of == nil {
		p.of = map[string]kustomized{}
	}
	at := on.Real(filepath.Join(filepath.Dir(place), filepath.FromSlash(path)))
	if _, known := p.of[at]; !known {
		p.of[at] = kustomized{filepath.Dir(name), settings}
	}
}
