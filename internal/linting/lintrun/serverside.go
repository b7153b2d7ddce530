package lintrun

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/source"
)

// tooLargeRule is the rule about CRDs that are too large for a client-side kubectl apply.
const tooLargeRule = "too-large-to-apply"

// AppliesServerSide reports whether the repository of a file is known to install its CRDs without the size
// limit of a client-side apply; then its makers know of the limit. The repository is searched only if the file
// may be too large.
func (o *Owners) AppliesServerSide(f *source.File) bool {
	if o == nil || len(f.Text) < jsonsize.AnnotationsLimit/2 {
		return false
	}
	r := o.makers[f.Name]
	return r != nil && r.appliesServerSide()
}

// Limits of the search for scripts. The largest repositories have some hundred scripts.
const (
	scriptDepth     = 3
	mostScripts     = 500
	mostScriptBytes = 1 << 20
)

// appliesServerSide reports whether makefiles, scripts and READMEs of a repository install CRDs with kubectl
// apply --server-side, create or replace, and never with a client-side apply.
func appliesServerSide(root string) bool {
	found, plain := false, false
	left := mostScripts
	var search func(dir string, depth int)
	search = func(dir string, depth int) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			switch {
			case e.IsDir():
				if depth < scriptDepth && !slices.Contains(notOwnDirs, e.Name()) && e.Name()[0] != '.' {
					search(name, depth+1)
				}
			case e.Type().IsRegular() && left > 0 && isScript(e.Name()):
				left--
				if text, err := confine.ReadFile(name, mostScriptBytes); err == nil {
					side, client := installs(string(text), filepath.Base(root))
					found, plain = found || side, plain || client
				}
			}
		}
	}
	search(root, 0)
	return found && !plain
}

var notOwnDirs = []string{"vendor", "node_modules", "third_party", "testdata", "examples", "example"}

func isScript(name string) bool {
	switch strings.ToLower(name) {
	case "makefile", "justfile", "readme.md", "taskfile.yml", "taskfile.yaml":
		return true
	}
	return strings.HasSuffix(name, ".mk") || strings.HasSuffix(name, ".sh")
}

var (
	kubectlInstall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:kubectl|\boc\b)[^|;&]*?\s(apply|create|replace)\s([^|;&]*)`)
	})
	anyURL    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`https?://[^\s"'` + "`" + `)]+`) })
	namesCRDs = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)crd|config/default|customresourcedefinition`) })
)

// installs reports whether a script installs CRDs of its repository without the size limit of a client-side
// apply, and whether it installs some with it. URLs without the repository's name belong to other projects.
func installs(text, repository string) (unlimited, limited bool) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		own := anyURL().ReplaceAllStringFunc(line, func(url string) string {
			if strings.Contains(url, "/"+repository+"/") {
				return "own-crds"
			}
			return "other"
		})
		if !namesCRDs().MatchString(own) {
			continue
		}
		for _, m := range kubectlInstall().FindAllStringSubmatch(own, -1) {
			if strings.EqualFold(m[1], "apply") && !strings.Contains(m[0], "--server-side") {
				limited = true
			} else {
				unlimited = true
			}
		}
	}
	return unlimited, limited
}
