package actions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/objects/testgen"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// A CRD is the CRD at a place of a text.
type CRD struct {
	doc *source.Document
	// Kind is that of its objects.
	Kind string
	// rule is the path of the CEL rule at the place; nil for none.
	rule *finding.Path
}

// CRDAt returns the CRD at a line of a file, from 1.
func CRDAt(file *source.File, line int) (*CRD, bool) {
	var doc *source.Document
	for _, d := range file.Documents {
		if d.DerivedFrom == nil && (doc == nil || d.Line() <= line) {
			doc = d
		}
	}
	if doc == nil || !doc.IsCRD() {
		return nil, false
	}
	kind, _ := source.String(source.Field(source.Field(source.Field(doc.Root, "spec"), "names"), "kind"))
	name, _ := source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
	if kind == "" || !isFileName(kind) || !isFileName(name) {
		return nil, false
	}
	return &CRD{doc: doc, Kind: kind, rule: ruleAt(doc.Root, line, nil)}, true
}

// isFileName reports whether a name of a CRD can be a part of a file name: a CRD may have any text.
func isFileName(name string) bool {
	for _, r := range name {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-') {
			return false
		}
	}
	return name != "" && name[0] != '.'
}

// HasRule reports whether there is a CEL rule at the place.
func (c *CRD) HasRule() bool { return c.rule != nil }

// ruleAt returns the path of the item of x-kubernetes-validations that has a line.
func ruleAt(n *yamlnode.Node, line int, at *finding.Path) *finding.Path {
	for i, child := range n.Content {
		if child.Line() > line {
			break
		}
		isLast := i+1 == len(n.Content) || n.Content[i+1].Line() > line
		switch {
		case n.Kind == yamlnode.Sequence && isLast:
			p := at.Index(i)
			if s := at.Segments(); len(s) > 0 && s[len(s)-1].Name == "x-kubernetes-validations" {
				return p
			}
			return ruleAt(child, line, p)
		case n.Kind == yamlnode.Mapping && i%2 == 1 && (i+1 == len(n.Content) || n.Content[i+1].Line() > line):
			return ruleAt(child, line, at.Child(n.Content[i-1].Value))
		}
	}
	return nil
}

// A NewFile is a file to create.
type NewFile struct {
	// Name is relative to the folder of the CRD.
	Name string
	Text string
}

// Sample returns a manifest of the kind with its required fields, for the newest served version.
func (c *CRD) Sample(version kube.Version) (*NewFile, error) {
	decoded, _ := crd.Decode(c.doc)
	g, err := sample.New(decoded, sample.Options{Version: version, Rules: dryrun.CEL(celrule.NewCompiler(behaviour.Of(version).CEL))})
	if err != nil {
		return nil, err
	}
	served := servedVersion(decoded)
	s, err := g.Generate(served, sample.Minimal)
	switch {
	case err != nil:
		return nil, err
	case !s.Accepted:
		return nil, fmt.Errorf("no manifest was found that is accepted: %s", s.Refusal)
	}
	var b bytes.Buffer
	if err := s.WriteYAML(&b, true); err != nil {
		return nil, err
	}
	group, _, _ := strings.Cut(decoded.Spec.Group, ".")
	name := served + "_" + strings.ToLower(c.Kind) + ".yaml"
	if isFileName(group) {
		name = group + "_" + name
	}
	return &NewFile{Name: name, Text: b.String()}, nil
}

// servedVersion returns the storage version if it is served, else the first that is.
func servedVersion(c *crd.CustomResourceDefinition) string {
	name := ""
	for i := range c.Spec.Versions {
		if v := &c.Spec.Versions[i]; v.Served && (name == "" || v.Storage) {
			name = v.Name
		}
	}
	return name
}

// Test returns a suite with a test of the CEL rule at the place. folder and file are those of the suite and of the CRD.
func (c *CRD) Test(ctx context.Context, version kube.Version, folder, file string) (*NewFile, error) {
	decoded, _ := crd.Decode(c.doc)
	suite, err := testgen.Generate(ctx, decoded, testgen.Options{Version: version, All: true, Skip: func(_ string, of *constraint.Constraint) bool {
		return of.Rule == nil || finding.Trail(of.Path.Segments()).Path().File() != c.rule.File()
	}})
	if err != nil {
		return nil, err
	}
	if suite.Count() == 0 {
		return nil, errors.New("no objects were found that the rule accepts and refuses")
	}
	var crds []string
	if way, err := filepath.Rel(folder, file); err == nil {
		crds = append(crds, filepath.ToSlash(way))
	}
	var b bytes.Buffer
	if err := suite.Write(&b, crds); err != nil {
		return nil, err
	}
	return &NewFile{Name: suite.Name + ".test.yaml", Text: b.String()}, nil
}

// AppendTests returns the text to add at the end of a suite so that it has the tests of another one, too. It reports
// false for a text that is no suite with its tests at the end.
func AppendTests(suite []byte, more string) (string, bool) {
	_, tests, ok := strings.Cut(more, "\ntests:\n")
	f := source.Read("suite.yaml", suite)
	if !ok || len(f.Documents) != 1 || len(f.Problems) > 0 {
		return "", false
	}
	root := f.Documents[0].Root
	if root.Kind != yamlnode.Mapping || len(root.Content) < 2 || root.Content[len(root.Content)-2].Value != "tests" {
		return "", false
	}
	list := root.Content[len(root.Content)-1]
	if list.Kind != yamlnode.Sequence || list.Style&yamlnode.Flow != 0 || len(list.Content) == 0 {
		return "", false
	}
	indent := strings.Repeat(" ", max(0, list.Column()-1))
	var b strings.Builder
	if !bytes.HasSuffix(suite, []byte("\n")) {
		b.WriteByte('\n')
	}
	for line := range strings.Lines(tests) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	both := source.Read("suite.yaml", append(bytes.Clone(suite), b.String()...))
	if len(both.Problems) > 0 || len(both.Documents) != 1 {
		return "", false
	}
	now := source.Field(both.Documents[0].Root, "tests")
	return b.String(), now != nil && len(now.Content) > len(list.Content)
}
