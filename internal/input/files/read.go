package files

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// StdinName is the file name of standard input in findings.
const StdinName = "<stdin>"

var (
	crdKind  = []byte(source.CRDKind)
	crdGroup = []byte(source.CRDGroup + "/")
	typeMark = []byte("apiVersion")
	mutating = []byte("MutatingWebhookConfiguration")
	xrdKind  = []byte(source.XRDKind)
	xrdGroup = []byte(source.XRDGroup + "/")
)

// SpeaksOfCRDs reports whether a text may have a CRD, possibly a misspelt one.
func SpeaksOfCRDs(text []byte) bool {
	return bytes.Contains(text, crdKind) || bytes.Contains(text, crdGroup)
}

// speaksOfDefinitions reports whether a text may have a CRD, or a CompositeResourceDefinition, from which Crossplane
// derives CRDs.
func speaksOfDefinitions(text []byte) bool {
	return SpeaksOfCRDs(text) || bytes.Contains(text, xrdKind) && bytes.Contains(text, xrdGroup)
}

// SpeaksOfClusters reports whether a text may have a CRD, a CompositeResourceDefinition, or a mutating webhook.
func SpeaksOfClusters(text []byte) bool {
	return speaksOfDefinitions(text) || bytes.Contains(text, mutating)
}

// mayHave reports whether a text may have a wanted document.
func (l *List) mayHave(text []byte) bool {
	switch l.want {
	case Objects:
		return speaksOfDefinitions(text) || bytes.Contains(text, typeMark)
	case Clusters:
		return SpeaksOfClusters(text)
	}
	return speaksOfDefinitions(text)
}

// Text returns the text of a found file if it may have a wanted document. It returns nil for others, and for files
// that cannot be read; Read returns their error.
func (l *List) Text(f *File) []byte {
	if !f.Found {
		return nil
	}
	text, err := l.on.Load(f.Name)
	if err != nil || !l.mayHave(text) {
		return nil
	}
	return text
}

// Read reads a file of the list. It removes the skipped parts of a file that was found; the result is nil if
// nothing is left. It returns a *source.PathError for a file that cannot be read.
//
// stdin may be nil if the list does not have standard input. Read is safe for concurrent use.
func (l *List) Read(f *File, stdin io.Reader) (*source.File, []Passed, error) {
	if f.Name == Stdin && stdin != nil {
		file, err := source.ReadFrom(StdinName, stdin)
		return file, nil, err
	}
	if file := l.readBuilt(f.Name); file != nil {
		return file, nil, nil
	}
	if !f.Found {
		file, err := readFile(l.on, f.Name)
		return file, nil, err
	}
	text, err := l.on.Load(f.Name)
	if err != nil {
		return nil, nil, err
	}
	if !l.mayHave(text) {
		if l.want == Objects && f.chart == "" && l.besideObjects(f.Name) {
			if file := source.Read(f.Name, text); broken(file) {
				return file, nil, nil
			}
		}
		return nil, []Passed{{Other, f.Name, ""}}, nil
	}
	switch patch, found := l.patches.of[f.place]; {
	case found && patch.settings:
		return nil, []Passed{{Other, f.Name, ""}}, nil
	case found:
		return nil, []Passed{{Patch, f.Name, patch.by}}, nil
	case f.chart != "":
		return nil, []Passed{{Template, f.Name, f.chart}}, nil
	case l.expected.of[f.place] || isExpectation(f.Name, f.Tested):
		return nil, []Passed{{Expected, f.Name, ""}}, nil
	}
	file := source.Read(f.Name, text)
	return file, l.sift(file), nil
}

// broken reports whether a part of a file that is no template cannot be parsed.
func broken(f *source.File) bool {
	return slices.ContainsFunc(f.Problems, func(p finding.Finding) bool { return p.Code != code.Template })
}

// sift removes the skipped parts of a file.
func (l *List) sift(f *source.File) []Passed {
	var passed []Passed
	pass := func(reason Reason) bool {
		if p := (Passed{reason, f.Name, ""}); !slices.Contains(passed, p) {
			passed = append(passed, p)
		}
		return true
	}
	f.Problems = slices.DeleteFunc(f.Problems, func(p finding.Finding) bool {
		switch {
		case p.Code == code.Template:
			return pass(Template)
		case p.Code == code.XRD:
			return false
		case speaksOfDefinitions(documentAt(f, p.Pos.Line)):
			return false
		case l.want == Objects && l.meantAsManifest(f, p.Pos.Line):
			return false
		default:
			return pass(Unreadable)
		}
	})
	f.Documents = slices.DeleteFunc(f.Documents, func(d *source.Document) bool {
		root := d.Root
		if d.DerivedFrom != nil {
			root = d.DerivedFrom.Root
		}
		switch {
		case !d.MeantAsCRD():
			return false
		case isPartial(root):
			return pass(Partial)
		case isGroupless(root):
			return pass(Groupless)
		case isTemplate(root):
			return pass(Template)
		case hasPlaceholders(root):
			return pass(Placeholder)
		}
		return false
	})
	return passed
}

// documentAt returns the text of the document at a line of a file.
func documentAt(f *source.File, line int) []byte {
	begins, ends := line, line
	for begins > 1 && !strings.HasPrefix(f.Line(begins), "---") {
		begins--
	}
	for ends < f.Lines() && !strings.HasPrefix(f.Line(ends+1), "---") {
		ends++
	}
	from, _ := f.Offset(begins, 1)
	to := len(f.Text)
	if ends < f.Lines() {
		to, _ = f.Offset(ends+1, 1)
	}
	return f.Text[from:to]
}

// isGroupless reports whether controller-gen made a CRD from a Go package without a group.
func isGroupless(root *yamlnode.Node) bool {
	if source.Field(source.Field(source.Field(root, "metadata"), "annotations"), "controller-gen.kubebuilder.io/version") == nil {
		return false
	}
	group, isText := source.String(source.Field(source.Field(root, "spec"), "group"))
	return isText && group == ""
}

// isPartial reports whether a CRD has neither group, names nor scope. A patch may have versions.
func isPartial(root *yamlnode.Node) bool {
	spec := source.Field(root, "spec")
	for _, name := range [...]string{"group", "names", "scope"} {
		if source.Field(spec, name) != nil {
			return false
		}
	}
	return true
}
