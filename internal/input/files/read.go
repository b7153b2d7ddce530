package files

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
)

// StdinName is what findings in standard input are placed in.
const StdinName = "<stdin>"

var (
	crdKind  = []byte(source.CRDKind)
	crdGroup = []byte(source.CRDGroup + "/")
	typeMark = []byte("apiVersion")
	mutating = []byte("MutatingWebhookConfiguration")
	xrdKind  = []byte(source.XRDKind)
	xrdGroup = []byte(source.XRDGroup + "/")
)

// SpeaksOfCRDs reports whether a text may hold a CRD, also one that is misspelt.
func SpeaksOfCRDs(text []byte) bool {
	return bytes.Contains(text, crdKind) || bytes.Contains(text, crdGroup)
}

// SpeaksOfClusters reports whether a text may hold a CRD, what one is derived from, or a webhook that changes objects.
func SpeaksOfClusters(text []byte) bool {
	return SpeaksOfCRDs(text) || speaksOfXRDs(text) || bytes.Contains(text, mutating)
}

// speaksOfXRDs reports whether a text may hold a CompositeResourceDefinition of Crossplane.
func speaksOfXRDs(text []byte) bool {
	return bytes.Contains(text, xrdKind) && bytes.Contains(text, xrdGroup)
}

// mayHave reports whether a text may hold what is wanted.
func (l *List) mayHave(text []byte) bool {
	switch l.want {
	case Objects:
		return SpeaksOfCRDs(text) || bytes.Contains(text, typeMark)
	case Clusters:
		return SpeaksOfClusters(text)
	}
	return SpeaksOfCRDs(text) || speaksOfXRDs(text)
}

// Text returns the text of a file that was found, if it may have what is wanted; nil otherwise, also if
// it cannot be read, which Read tells.
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

// Read reads a file of the list, and leaves out of one that was found what is passed
// over. The file is nil if that is all of it. The error, a *source.PathError, is for a
// file that could not be read at all.
//
// Nobody reads a nil stdin. Read may be called on several goroutines at once.
func (l *List) Read(f *File, stdin io.Reader) (*source.File, []Passed, error) {
	if f.Name == Stdin && stdin != nil {
		file, err := source.ReadFrom(StdinName, stdin)
		return file, nil, err
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

// broken reports whether a part of a file cannot be parsed that is no template.
func broken(f *source.File) bool {
	return slices.ContainsFunc(f.Problems, func(p finding.Finding) bool { return p.Code != code.Template })
}

// sift takes out of a file what is skipped.
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
		case SpeaksOfCRDs(documentAt(f, p.Pos.Line)):
			return false
		case l.want == Objects && l.meantAsManifest(f, p.Pos.Line):
			return false
		default:
			return pass(Unreadable)
		}
	})
	f.Documents = slices.DeleteFunc(f.Documents, func(d *source.Document) bool {
		switch {
		case d.IsXRD() && l.want == CRDs:
			return pass(XRD)
		case !d.MeantAsCRD():
			return false
		case isPartial(d.Root):
			return pass(Partial)
		case isGroupless(d.Root):
			return pass(Groupless)
		case isTemplate(d.Root):
			return pass(Template)
		case hasPlaceholders(d.Root):
			return pass(Placeholder)
		}
		return false
	})
	return passed
}

// documentAt is the text of the document that has a line of a file.
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

// isGroupless reports whether controller-gen wrote a CRD for a Go package that is of no group.
func isGroupless(root *yamlnode.Node) bool {
	if source.Field(source.Field(source.Field(root, "metadata"), "annotations"), "controller-gen.kubebuilder.io/version") == nil {
		return false
	}
	group, isText := source.String(source.Field(source.Field(root, "spec"), "group"))
	return isText && group == ""
}

// isPartial reports whether a CRD has nothing of what makes a kind. A patch may have
// versions.
func isPartial(root *yamlnode.Node) bool {
	spec := source.Field(root, "spec")
	for _, name := range [...]string{"group", "names", "scope"} {
		if source.Field(spec, name) != nil {
			return false
		}
	}
	return true
}
