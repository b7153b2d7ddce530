package celassist

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celsyntax"
	"github.com/crdtool/crdtool/kube"
)

// library holds the functions and macros of all versions of Kubernetes.
type library struct {
	names     []string // of functions, sorted
	functions map[string][]overload
	macros    map[string][]macroForm
	macroList []string // sorted
}

// overload is an overload of a function. since is the first version in which new rules may use it, and stored the first
// in which stored rules may; the zero version stands for none.
type overload struct {
	*decls.OverloadDecl
	since, stored kube.Version
}

// macroForm is a macro with a number of arguments.
type macroForm struct {
	args          int
	since, stored kube.Version
}

func newLibrary() *library {
	l := &library{functions: map[string][]overload{}, macros: map[string][]macroForm{}}
	for _, v := range kube.Versions() {
		c := celrule.NewCompiler(behaviour.Of(v).CEL)
		for _, e := range []celrule.Environment{celrule.New, celrule.Stored} {
			l.add(c, e, v)
		}
	}
	return l
}

// add adds what an environment has and those of older versions lack.
func (l *library) add(c *celrule.Compiler, e celrule.Environment, v kube.Version) {
	functions, macros := c.Declared(e)
	for _, f := range functions {
		name := f.Name()
		if last := name[strings.LastIndexByte(name, '.')+1:]; !celsyntax.IsLetter(last[0]) || last[0] == '_' {
			continue // an operator, or a function that only macros call
		}
		if l.functions[name] == nil {
			l.names = insert(l.names, name)
		}
		for _, o := range f.OverloadDecls() {
			if o.ID() == alwaysFails {
				continue
			}
			known := l.overload(name, o)
			first(&known.since, &known.stored, e, v)
		}
	}
	for _, m := range macros {
		if l.macros[m.Name] == nil {
			l.macroList = insert(l.macroList, m.Name)
		}
		known := l.form(m.Name, m.Args)
		first(&known.since, &known.stored, e, v)
	}
}

// alwaysFails is the conversion of an int to a duration, which older versions declare. Its calls are errors.
const alwaysFails = "int64_to_duration"

// first records a version in which an environment has something, if it is the first.
func first(since, stored *kube.Version, e celrule.Environment, v kube.Version) {
	at := since
	if e == celrule.Stored {
		at = stored
	}
	if *at == (kube.Version{}) {
		*at = v
	}
}

// overload returns the entry of an overload, which it adds if it is missing.
func (l *library) overload(name string, o *decls.OverloadDecl) *overload {
	all := l.functions[name]
	for i := range all {
		if all[i].ID() == o.ID() {
			return &all[i]
		}
	}
	l.functions[name] = append(all, overload{OverloadDecl: o})
	return &l.functions[name][len(all)]
}

// form returns the entry of a macro, which it adds if it is missing.
func (l *library) form(name string, args int) *macroForm {
	all := l.macros[name]
	for i := range all {
		if all[i].args == args {
			return &all[i]
		}
	}
	l.macros[name] = append(all, macroForm{args: args})
	return &l.macros[name][len(all)]
}

// formVersions returns the versions that have a form of a macro.
func (l *library) formVersions(name string, args int) (since, stored kube.Version, ok bool) {
	for _, f := range l.macros[name] {
		if f.args == args {
			return f.since, f.stored, true
		}
	}
	return kube.Version{}, kube.Version{}, false
}

func insert(sorted []string, name string) []string {
	i := 0
	for i < len(sorted) && sorted[i] < name {
		i++
	}
	return append(sorted[:i], append([]string{name}, sorted[i:]...)...)
}

// offered reports whether new rules may use something on all versions of the assistant.
func (a *Assistant) offered(since kube.Version) bool {
	return since.Minor > 0 && since.Minor <= a.oldest.Minor
}

// ofAuthorizer reports whether an overload is a method of the authorizer, which rules of a CRD do not have.
func (o *overload) ofAuthorizer() bool {
	return o.IsMemberFunction() && strings.HasPrefix(o.ArgTypes()[0].TypeName(), "kubernetes.authorization.")
}

// returns reports whether a global function has a result of exactly a type.
func (l *library) returns(name string, t *types.Type) bool {
	return slices.ContainsFunc(l.functions[name], func(o overload) bool { return !o.IsMemberFunction() && o.ResultType().IsExactType(t) })
}

// isNamespace reports whether functions have a name before their dot.
func (l *library) isNamespace(name string) bool {
	for _, f := range l.names {
		if strings.HasPrefix(f, name+".") {
			return true
		}
	}
	return false
}

// sinceText returns the sentence about the versions that have a function or a form of a macro.
func sinceText(since, stored kube.Version) string {
	switch {
	case since.Minor == 0:
		return "New rules may not use it up to Kubernetes " + kube.Latest.String() + ". Stored rules may, since " + stored.String() + "."
	case since == kube.Versions()[0]:
		return "All supported versions of Kubernetes have it."
	}
	return "New rules may use it since Kubernetes " + since.String() + "."
}
