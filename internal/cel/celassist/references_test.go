package celassist

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/schema"
)

// TestRulesCompileAfterARename renames each property that rules read, in the schema and at its references. All rules
// compile then, so that no reference is missing, and nothing else was renamed.
func TestRulesCompileAfterARename(t *testing.T) {
	seen := map[*schematree.Tree]bool{}
	renamed, places, candidates := 0, 0, 0
	for _, r := range allRules(t) {
		if seen[r.tree] {
			continue
		}
		seen[r.tree] = true
		before := errorsOf(r.tree)
		for id := range r.tree.Nodes {
			all := r.schema.References(int32(id))
			name := r.tree.Nodes[id].Name
			if len(all) == 0 || isOfResource(r.tree, int32(id)) {
				continue
			}
			if candidates++; !sweep.Takes(4, candidates) {
				continue
			}
			if after := renameIn(r.tree, int32(id), all); !slices.Equal(after, before) {
				t.Errorf("after a rename of %s at %v, %d rules have errors: %q, want %q", name, all, len(after), after, before)
			}
			renamed++
			places += len(all)
		}
	}
	t.Logf("%d properties were renamed, at %d places", renamed, places)
	if renamed < 100 {
		t.Errorf("only %d properties were renamed", renamed)
	}
}

// ofResources are fields of all objects, which cannot be renamed.
var ofResources = []string{"apiVersion", "kind", "metadata", "name", "generateName"}

// isOfResource reports whether a property is one of those fields.
func isOfResource(t *schematree.Tree, id int32) bool {
	parent := t.Nodes[id].Parent
	if n := &t.Nodes[parent]; n.Name == "metadata" {
		parent = n.Parent
	}
	return slices.Contains(ofResources, t.Nodes[id].Name) && (parent == 0 || t.Nodes[parent].XEmbeddedResource)
}

// ofTypes are parts of the names of types.
var ofTypes = []string{"protobuf", "IP", "Duration", "BoolValue", "StringValue", "Int64Value", "Timestamp"}

const newName = "renamed-property"

// renameIn returns the errors of all rules after a rename, which it takes back.
func renameIn(t *schematree.Tree, id int32, all []Reference) []string {
	parent := &t.Nodes[t.Nodes[id].Parent]
	old := t.Nodes[id].Name
	properties, required := parent.Properties, parent.Required
	list := slices.Clone(properties.All())
	for i := range list {
		if list[i].Name == old {
			list[i].Name = newName
		}
	}
	parent.Properties = schema.NewProperties(list)
	parent.Required = slices.Clone(required)
	for i, name := range parent.Required {
		if name == old {
			parent.Required[i] = newName
		}
	}
	texts := map[*schema.ValidationRule]schema.ValidationRule{}
	for _, ref := range slices.Backward(all) { // later places first, so that offsets stay
		rule := &t.Nodes[ref.Node].XValidations()[ref.Rule]
		if _, ok := texts[rule]; !ok {
			texts[rule] = *rule
		}
		text := &rule.Rule
		if ref.IsMessage {
			text = &rule.MessageExpression
		}
		*text = (*text)[:ref.Span.Start] + "renamed__dash__property" + (*text)[ref.Span.End:]
	}
	errs := errorsOf(schematree.New(t.Nodes[0].Schema, nil))
	parent.Properties, parent.Required = properties, required
	for rule, text := range texts {
		*rule = text
	}
	return errs
}

// errorsOf returns the places of the rules that do not compile.
func errorsOf(t *schematree.Tree) (list []string) {
	ts := compiler.Types(t)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if len(n.XValidations()) == 0 {
			continue
		}
		self, err := ts.Self(n.ID)
		if err != nil {
			continue
		}
		for k, r := range n.XValidations() {
			optional := r.OptionalOldSelf != nil && *r.OptionalOldSelf
			if compiler.Rule(r.Rule, self, celrule.New, optional).Error != nil ||
				r.MessageExpression != "" && compiler.Message(r.MessageExpression, self, celrule.New, optional).Error != nil {
				list = append(list, fmt.Sprint(n.ID, " ", k))
			}
		}
	}
	return list
}

// TestDefinitionsAreTheFields: the definition of a field is a property with its name, or the schema of the values of a map.
func TestDefinitionsAreTheFields(t *testing.T) {
	defined := 0
	for _, r := range allRules(t) {
		x := r.with(r.text)
		for _, token := range Tokens(r.text) {
			if token.Kind != PropertyToken || r.hasNoFields(token.Start) {
				continue
			}
			name := strings.Trim(r.text[token.Start:token.End], "`")
			d := x.Definition(token.Start)
			if d == nil {
				if !slices.Contains(ofResources, name) && !slices.Contains(ofTypes, name) {
					t.Errorf("%s in %q has no definition", name, r.text)
				}
				continue
			}
			defined++
			if n := &r.tree.Nodes[d.Node]; n.Role != schematree.RoleProperty || !isNameOf(name, n.Name) {
				t.Errorf("%s in %q is defined by %s", name, r.text, n.Name)
			}
			if !sweep.Takes(10, defined) {
				continue
			}
			if refs := r.schema.References(d.Node); len(r.tree.Nodes[r.place.Node].XValidations()) > 0 && r.place.Node > 0 && len(refs) == 0 {
				t.Errorf("%s in %q has no references", name, r.text)
			}
		}
	}
	t.Logf("%d definitions", defined)
	if defined < 1000 {
		t.Errorf("only %d definitions", defined)
	}
}
