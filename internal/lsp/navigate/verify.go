package navigate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// needsQuotes reports whether a name is not a string if it is written without quotes, as in YAML 1.1 or in YAML 1.2.
func needsQuotes(name string) bool {
	n := yamlnode.New(yamlnode.Scalar, 0, 1, 1)
	n.Value = name
	_, isString := source.String(n)
	return !isString || slices.Contains([]string{"y", "n", "Y", "N"}, name)
}

// verify returns an error if the edited CRD has other fields than the rename intends, or errors that it did not have.
func (r *renaming) verify() error {
	for _, def := range r.definitions {
		name := def.doc.File.Name
		was, err := r.text(name)
		if err != nil {
			return err
		}
		before, after := source.Read(name, was), source.Read(name, edit.Apply(was, inOrder(r.edits[name])))
		if def.doc.Index >= len(after.Documents) || len(before.Documents) != len(after.Documents) {
			return fmt.Errorf("%s cannot be parsed after the rename", name)
		}
		now := newDefinition(after.Documents[def.doc.Index])
		if !slices.Equal(paths(now), r.renamedPaths(def)) {
			return fmt.Errorf("%s: the field shares its text with another one, by an alias; write it apart first", name)
		}
		if f := r.newError(before, after); f != nil {
			return fmt.Errorf("the CRD would be invalid, at %s:%d: %s", name, f.Line, f.Message)
		}
		if r.invalidRules(now) > r.invalidRules(def) {
			return fmt.Errorf("%s: a rule would not compile", name)
		}
	}
	return nil
}

// paths returns the paths of all schemas of a CRD, sorted.
func paths(def *definition) []string {
	var list []string
	for i := range def.versions {
		for id := range def.versions[i].tree.Nodes {
			list = append(list, def.versions[i].tree.Path(int32(id)).File())
		}
	}
	slices.Sort(list)
	return list
}

// renamedPaths returns the paths of all schemas as they have to be after the rename, sorted.
func (r *renaming) renamedPaths(def *definition) []string {
	changed := map[string]string{} // the path of each schema of the field, to its new path
	for _, i := range (&field{def, r.field.version, r.field.steps}).versions() {
		tree := def.versions[i].tree
		for _, parent := range nodesAt(tree, r.field.parent()) {
			at := tree.Path(parent).Child("properties")
			changed[at.Key(r.field.name()).File()] = at.Key(r.name).File()
		}
	}
	list := paths(def)
	for i, path := range list {
		for was, now := range changed {
			if rest, ok := strings.CutPrefix(path, was); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				list[i] = now + rest
				break
			}
		}
	}
	slices.Sort(list)
	return list
}

// newError returns an error that lint reports after the edits and did not report before; nil if there is none.
func (r *renaming) newError(before, after *source.File) *report.Finding {
	count := map[report.Code]int{}
	for _, f := range r.errors(before) {
		count[f.Code]++
	}
	found := r.errors(after)
	for i := range found {
		if count[found[i].Code]--; count[found[i].Code] < 0 {
			return &found[i]
		}
	}
	return nil
}

// errors returns the errors that lint reports about a file, without those about its Go code, which is another text.
func (r *renaming) errors(f *source.File) []report.Finding {
	run := diagnose.Lint(r.p)
	run.Options.Types, run.Hide = nil, nil
	return slices.DeleteFunc(run.File(f, nil).Findings, func(f report.Finding) bool { return f.Severity != finding.Error })
}

// invalidRules returns how many expressions of a CRD do not compile. The server, and so lint, does not compile any while
// the CRD has other errors.
func (r *renaming) invalidRules(def *definition) int {
	compiler := celrule.NewCompiler(behaviour.Of(r.p.Version()).CEL)
	n := 0
	for i := range def.versions {
		types := compiler.Types(def.versions[i].tree)
		for id := range def.versions[i].tree.Nodes {
			node := &def.versions[i].tree.Nodes[id]
			if len(node.XValidations()) == 0 {
				continue
			}
			self, err := types.Self(node.ID)
			if err != nil {
				n++
				continue
			}
			for _, rule := range node.XValidations() {
				optional := rule.OptionalOldSelf != nil && *rule.OptionalOldSelf
				if compiler.Rule(rule.Rule, self, celrule.New, optional).Error != nil {
					n++
				}
				if rule.MessageExpression != "" && compiler.Message(rule.MessageExpression, self, celrule.New, optional).Error != nil {
					n++
				}
			}
		}
	}
	return n
}
