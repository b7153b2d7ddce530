package gotypes

import "go/token"

// code are packages of a module, and of what it needs, as they are read. The types of all
// versions of a CRD come from one code: in two of them, a field would be two fields.
type code struct {
	*Module
	fset     *token.FileSet
	packages map[string]*pkg
	groups   map[*pkg]groupVersion
	crds     map[string]*Root
	parsed   int // bytes
}

func (m *Module) newCode() *code {
	return &code{Module: m, fset: token.NewFileSet(), packages: map[string]*pkg{}, groups: map[*pkg]groupVersion{}, crds: map[string]*Root{}}
}

// latest returns the code that is read now. It begins anew when it has grown large, since
// few CRDs have types in common, and a repository may have thousands.
func (m *Module) latest() *code {
	if m.code.parsed > mostParsed && m.before == nil && m.family == nil { // an edited module has texts that are nowhere else
		m.code = m.newCode()
	}
	return m.code
}

// mostParsed bounds what is kept: syntax takes some fifteen times the memory of its text.
const mostParsed = 1 << 20
