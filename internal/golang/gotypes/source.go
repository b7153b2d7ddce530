package gotypes

import "github.com/crdtool/crdtool/internal/input/confine"

// source is what is known of a file of a package before it is parsed, if it ever is. That
// stays when the code begins anew.
type source struct {
	name    string
	types   []string // that it seems to declare
	grouped bool     // it has types in parentheses
	// marked and groupVersion are set if it may have markers of the package, or its
	// GroupVersion.
	marked, groupVersion bool
	methods              []method // see marshalers
}

func newSource(name string, text []byte) *source {
	s := &source{name: name, marked: marked(text, "+groupName", "+versionName", "+kubebuilder:validation:Optional", "+kubebuilder:skip"),
		groupVersion: mentions(text, "GroupVersion{"), methods: marshalers(text)}
	eachType(text, func(name string, group bool) {
		if group {
			s.grouped = true
		} else {
			s.types = append(s.types, name)
		}
	})
	return s
}

// text is that of the file, which is read when it is needed.
func (f *file) text() []byte {
	if f.src == nil {
		f.src, _ = readFile(f.name)
	}
	return f.src
}

// mostSourceSize bounds a Go file in bytes. The largest that people generate have some MiB.
const mostSourceSize = 64 << 20

// readFile reads a file of the code that CRDs are generated from, which must not lead out of
// its repository.
func readFile(name string) ([]byte, error) { return confine.ReadFile(name, mostSourceSize) }
