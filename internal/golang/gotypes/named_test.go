package gotypes

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

const namedTypes = `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Widget struct {
	metav1.TypeMeta 'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec Spec 'json:"spec,omitempty"'
}

type Spec struct {
	Template Template 'json:"template,omitempty"'
	Labels *Labels 'json:"labels,omitempty"'
	List Names 'json:"list,omitempty"'
	N Name 'json:"n,omitempty"'
	Plain Plain 'json:"plain,omitempty"'
	Fixed Fixed 'json:"fixed,omitempty"'
	Word Word 'json:"word,omitempty"'
	Alias Alias 'json:"alias,omitempty"'
	Others []Plain 'json:"others,omitempty"'
	More []Fixed 'json:"more,omitempty"'
	Words []Word 'json:"words,omitempty"'
	Aliases []Alias 'json:"aliases,omitempty"'
}

type Template struct {
	Raw 'json:",inline"'
}

// +kubebuilder:validation:Type=""
// +kubebuilder:validation:Format=""
// +kubebuilder:pruning:PreserveUnknownFields
type Raw []byte

func (r Raw) MarshalJSON() ([]byte, error) { return r, nil }

// +kubebuilder:validation:Type=string
type Labels map[string]string

func (r Labels) MarshalJSON() ([]byte, error) { return nil, nil }

// +kubebuilder:validation:Type=string
type Names []string

func (r Names) MarshalJSON() ([]byte, error) { return nil, nil }

// +kubebuilder:validation:Type=integer
type Name string

func (r Name) MarshalJSON() ([]byte, error) { return nil, nil }

type Plain []string

type Fixed [3]string

type Word string

type Alias = string
`

// TestTypesOfNamedTypes: what controller-gen makes of embedded bytes that marshal themselves
// differs since 0.23, which says beside the reference to a slice that it is a list (and gives
// up over it). The types are what the programs of these versions wrote.
func TestTypesOfNamedTypes(t *testing.T) {
	for version, template := range map[Generator]string{
		"v0.17.0": "object", "v0.19.0": "object", "v0.20.0": "object", "v0.22.0": "object", "v0.23.0": "array",
	} {
		types, _ := widgetsOf(t, strings.ReplaceAll(namedTypes, "'", "`"), version)
		g, spec := types.roots[0].gen, types.roots[0].root.props["spec"]
		spec = g.flat(spec)
		for name, want := range map[string]string{"template": template, "labels": "string", "list": "string", "n": "integer", "plain": "array", "fixed": "array"} {
			if got := g.flat(spec.props[name]).value("type"); got != want {
				t.Errorf("%s: type of %s is %v, want %s", version, name, got, want)
			}
		}
	}
}

// TestPlansOfNamedTypes: controller-gen takes markers of texts at a field of a named text since
// 0.20 and those of lists at one of a named slice since 0.23; before, it says "must apply
// maxlength to a textual value" and "must apply maxitem to an array", as it does of arrays of a
// fixed length. Aliases of basic types are these.
func TestPlansOfNamedTypes(t *testing.T) {
	keywords := map[string]string{"alias": "maxLength", "fixed": "maxItems", "plain": "maxItems", "word": "maxLength"}
	for version, want := range map[Generator][]string{
		"v0.17.0": {"alias"}, "v0.19.0": {"alias"}, "v0.20.0": {"alias", "word"}, "v0.22.0": {"alias", "word"}, "v0.23.0": {"alias", "plain", "word"},
	} {
		types, doc := widgetsOf(t, strings.ReplaceAll(namedTypes, "'", "`"), version)
		var got []string
		for name, keyword := range keywords {
			changes := []finding.Change{{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties." + name + "." + keyword), Value: int64(5)}}
			if plan, ok := types.Plan(changes); ok && plan.Verify([]Case{{types, doc, changes}}) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: planned for %q, want %q", version, got, want)
		}
	}
}
