package tools

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
)

// pairOf is a change of a CRD.
type pairOf struct {
	name     string
	old, new []byte
}

// histories are the changes of CRDs between release tags of the git repositories in a
// folder, at most so many of each: the CRDs of files that differ, by their names.
func histories(dir string, most int) ([]pairOf, error) {
	repos, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return nil, err
	}
	var all []pairOf
	for _, repo := range repos {
		h := &history{repo: repo, most: most, seen: map[string]bool{}}
		h.collect()
		all = append(all, h.pairs...)
	}
	return all, nil
}

type history struct {
	repo  string
	most  int
	pairs []pairOf
	seen  map[string]bool
}

func (h *history) git(args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", h.repo}, args...)...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

func (h *history) collect() {
	tags := strings.Fields(h.git("tag", "--sort=v:refname", "--merged"))
	if all := strings.Fields(h.git("tag", "--sort=v:refname")); len(tags) < 2 {
		tags = all
	}
	var releases []string
	for _, t := range tags {
		if !strings.Contains(t, "-") || strings.Count(t, "/") > 0 && !strings.Contains(filepath.Base(t), "-") {
			releases = append(releases, t)
		}
	}
	const steps = 20
	if n := len(releases); n > steps {
		var some []string
		for i := range steps {
			some = append(some, releases[i*(n-1)/(steps-1)])
		}
		releases = some
	}
	for i := 1; i < len(releases) && len(h.pairs) < h.most; i++ {
		h.between(releases[i-1], releases[i])
	}
}

func (h *history) between(a, b string) {
	for _, line := range strings.Split(h.git("diff", "--raw", "--no-abbrev", "--diff-filter=M", a, b, "--", "*.yaml", "*.yml"), "\n") {
		f := strings.Fields(line)
		if len(f) < 6 || len(h.pairs) >= h.most {
			continue
		}
		was, is := crdsOf(h.git("cat-file", "blob", f[2])), crdsOf(h.git("cat-file", "blob", f[3]))
		for name, new := range is {
			old := was[name]
			if old == nil || bytes.Equal(old, new) || h.seen[string(old)+string(new)] {
				continue
			}
			h.seen[string(old)+string(new)] = true
			h.pairs = append(h.pairs, pairOf{name: filepath.Base(h.repo) + " " + a + ".." + b + " " + name, old: old, new: new})
		}
	}
	sort.Slice(h.pairs, func(i, j int) bool { return h.pairs[i].name < h.pairs[j].name })
}

// crdsOf are the CRDs of a file by their names. Templates are none.
func crdsOf(text string) map[string][]byte {
	all := map[string][]byte{}
	if !strings.Contains(text, "kind: CustomResourceDefinition") || strings.Contains(text, "{{") {
		return all
	}
	for _, doc := range strings.Split("\n"+text, "\n---") {
		f := source.Read("crd.yaml", []byte(doc))
		if len(f.Documents) != 1 || len(f.Problems) > 0 {
			continue
		}
		root := f.Documents[0].Root
		version, _ := source.String(source.Field(root, "apiVersion"))
		kind, _ := source.String(source.Field(root, "kind"))
		name, _ := source.String(source.Field(source.Field(root, "metadata"), "name"))
		if kind == "CustomResourceDefinition" && version == "apiextensions.k8s.io/v1" {
			all[strings.Clone(name)] = []byte(doc)
		}
	}
	return all
}
