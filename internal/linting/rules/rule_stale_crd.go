package rules

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// staleNamed and staleRelated limit what a finding about one version lists.
const (
	staleNamed   = 3
	staleRelated = 10
)

var staleCRD = Rule{
	ID: "stale-crd", Severity: finding.Warning, Profile: Default, Topic: Install, Keywords: []string{},
	Title: "a CRD is not what its Go types say",
	Why: `A CRD that controller-gen writes is changed in Go, and has to be written again after it. Where the two disagree, the
cluster enforces what the CRD says and not what the Go code expects: fields that are missing are dropped, and markers that
it does not show have no effect. Run the generator again, mostly ` + "`make manifests`" + `, and compare in CI. Nothing is said of
descriptions, of types whose module is not on disk, of CRDs of a release, and of what looks like the work of another tool after
the generator: a ` + "`FILE-patch`" + ` beside the CRD, a JSON patch in a ` + "`kustomization.yaml`" + `, a script that names the file and
the place, a program of the repository that a recipe runs on the folder after controller-gen, keywords that are gone
everywhere, and fields that are cut off below ` + "`x-kubernetes-preserve-unknown-fields`" + `. Where a tool does other things,
lint what the generator writes, or switch the rule off for the file (` + "`rules: {stale-crd: {exclude: [...]}}`" + `
in [.crdtool.yaml](configuration.md)). [More](lint.md#generated-crds)`,
	Go: `
// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WidgetSpec struct {
	// +kubebuilder:validation:Maximum=10
	Size int ` + "`json:\"size\"`" + `
}

// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec              WidgetSpec ` + "`json:\"spec\"`" + `
}
`,
	Example: marked("  ", staleHead) + `-               size: {type: integer, maximum: 5}
+               size: {type: integer, maximum: 10}
`,
	CRD: func(p *Pass) {
		if p.Generated == nil || source.Release(p.Doc.File.Name) != "" {
			return
		}
		types := p.Generated.Types()
		if types == nil {
			return
		}
		for i := range p.CRD.Spec.Versions {
			schema := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
			n, exact := p.Doc.Node(schema.Segments())
			if !exact {
				continue
			}
			if value, ok := source.Value(n).(map[string]any); ok {
				p.stale(p.CRD.Spec.Versions[i].Name, schema, types.Stale(i, value, p.Doc.File.Name, p.CRD.Metadata.Name))
			}
		}
	},
}

const staleHead = "\n" + generatedHead + `
        type: object
        required: [spec]
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [size]
            properties:
`

// stale reports the disagreements between a version and its Go types.
func (p *Pass) stale(version string, schema *finding.Path, all []gotypes.Disagreement) {
	if len(all) == 0 {
		return
	}
	var texts []string
	for i := range all {
		texts = append(texts, disagreement(&all[i]))
	}
	named := strings.Join(texts[:min(len(texts), staleNamed)], "; ")
	if more := len(texts) - staleNamed; more > 0 {
		named += fmt.Sprintf("; and %d more", more)
	}
	f := p.Report(pathBelow(schema, all[0].Path), "version %q is not what its Go types say: %s", version, named)
	f.Help = "generate it again with controller-gen"
	if command := p.Generated.Types().Command(p.Doc.File.Name); command != "" {
		f.Help = "generate it again: " + command
	}
	f.Help += fmt.Sprintf("; or, if the CRD is edited after it is generated, switch the rule off for it in .crdtool.yaml: rules: {stale-crd: {exclude: [%q]}}",
		"**/"+filepath.Base(p.Doc.File.Name))
	p.Generated.place(f, all[0].Go)
	for i := range all[1:min(len(all), staleRelated)] {
		at := all[i+1].Go
		f.Related = append(f.Related, finding.Related{
			Message: texts[i+1], File: at.File,
			Pos: finding.Pos{Line: at.Line, Column: at.Column, EndLine: at.Line, EndColumn: at.Column + at.Length},
		})
	}
}

// disagreement describes a disagreement: the values in Go and in the CRD.
func disagreement(d *gotypes.Disagreement) string {
	path, name := d.Path, ""
	switch d.Keyword {
	case "properties":
		return side(fieldOf(path), d)
	case "required":
		value := d.InGo
		if value == nil {
			value = d.InCRD
		}
		field := append(path[:len(path)-1:len(path)-1], finding.Segment{Name: "properties"}, finding.Segment{Name: fmt.Sprint(value)})
		if d.InGo == nil {
			return fieldOf(field) + " is required in the CRD and not in Go"
		}
		return fieldOf(field) + " is required in Go and not in the CRD"
	case "x-kubernetes-validations":
		rule, _ := d.InGo.(map[string]any)
		if rule == nil {
			rule, _ = d.InCRD.(map[string]any)
		}
		name = "a rule"
		if text, ok := rule["rule"].(string); ok {
			name = "the rule " + strconv.Quote(short(text))
		}
	case "items", "additionalProperties", "anyOf", "allOf":
		if name = d.Keyword; d.InGo != nil && d.InCRD != nil {
			return name + " of " + fieldOf(path[:len(path)-1]) + " differ"
		}
	default:
		name = d.Keyword
		if d.InGo != nil && d.InCRD != nil {
			return fmt.Sprintf("%s of %s is %s in Go and %s in the CRD", name, fieldOf(path[:len(path)-1]), short(prose.JSON(d.InGo)), short(prose.JSON(d.InCRD)))
		}
		if value := d.InGo; value != nil {
			name += " " + short(prose.JSON(value))
		} else {
			name += " " + short(prose.JSON(d.InCRD))
		}
	}
	return side(name+" of "+fieldOf(path[:len(path)-1]), d)
}

// side tells whether Go or the CRD has something that the other lacks.
func side(what string, d *gotypes.Disagreement) string {
	if d.InGo == nil {
		return what + " is in the CRD and not in Go"
	}
	return what + " is in Go and not in the CRD"
}

// short shortens a text for use within a message.
func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// fieldOf returns the field in objects for a path in their schema.
func fieldOf(path []finding.Segment) string {
	text := ""
	for i := 0; i < len(path); i++ {
		switch path[i].Name {
		case "properties":
			if i++; i < len(path) {
				text += "." + path[i].Name
			}
		case "items", "additionalProperties":
			text += "[*]"
		}
	}
	if text == "" {
		return "the object"
	}
	if text[0] == '.' {
		text = text[1:]
	}
	return text
}

// pathBelow returns the path of a place below a schema.
func pathBelow(schema *finding.Path, path []finding.Segment) *finding.Path {
	field := false
	for _, s := range path {
		switch {
		case field:
			schema, field = schema.Key(s.Name), false
		case s.IsIndex:
			schema = schema.Index(s.Index)
		default:
			schema, field = schema.Child(s.Name), s.Name == "properties"
		}
	}
	return schema
}
