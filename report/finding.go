package report

import "strings"

// Finding is one thing to say about a file. Positions are 1-based, columns count
// characters, and the end is past the last character; all are 0 where there is no
// place to name, such as that of a file that cannot be read.
type Finding struct {
	// Rule is the ID of the rule that found it, the same from release to release.
	Rule string `json:"rule"`
	// Code is the rule and, where that can find several things, what it found behind
	// a slash, as in names/required.
	Code     Code     `json:"code,omitzero"`
	Severity Severity `json:"severity"`
	// Breaking says that it is about a change of a stored CRD that breaks stored
	// objects or clients.
	Breaking bool `json:"breaking,omitempty"`
	// KubeVersions are the minor versions of Kubernetes that it holds on, as "1.29", if
	// several were asked for and it does not hold on all of them.
	KubeVersions []string `json:"kubeVersions,omitempty"`
	// Message is what is wrong, in our words, or in the server's where there is
	// nothing to add to those.
	Message   string `json:"message"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	// Source is the template of a Helm chart that its document was rendered from, as "helm template"
	// says in a comment above it; empty without such a comment.
	Source string `json:"source,omitempty"`
	// CRD is the name of the CRD that the finding is about, or that the object is
	// judged by; empty if there is none. Version is the one of its versions.
	CRD     string `json:"crd"`
	Version string `json:"version"`
	// Object names the custom object, as Document.Title does, where the finding
	// does not stand among those of its object.
	Object string `json:"object,omitempty"`
	// Path is the place in the document, empty for the document as a whole, and
	// ServerPath the same as the server prints it, empty for what no server says.
	Path       string `json:"path"`
	ServerPath string `json:"serverPath"`
	// ServerMessage is the server's own words for this finding, empty for what no
	// server says. They quote at most 16 MiB of a value.
	ServerMessage string `json:"serverMessage,omitempty"`
	// Help is one line on how to fix it, empty if that is clear.
	Help string `json:"help"`
	// Related are other places that have to do with it.
	Related []Related `json:"related,omitempty"`
	// Fix is the change that fixes the finding; nil if there is no one right way
	// to.
	Fix *Fix `json:"fix,omitempty"`
	// Witness are requests that show what the message says; nil if there are none.
	Witness *Witness `json:"witness,omitempty"`

	// Origin is the place in Go code that the CRD is generated from; nil if that is not
	// known.
	Origin *Origin `json:"origin,omitempty"`

	// SchemaFile and SchemaLine are the place in the CRD of the keyword or rule
	// that an object is refused by; empty if nothing in the CRD is the cause.
	SchemaFile string `json:"schemaFile,omitempty"`
	SchemaLine int    `json:"schemaLine,omitempty"`
	// SchemaText is the rule, or the keyword with its value.
	SchemaText string `json:"schemaText,omitempty"`
	// SchemaOrigin is the place in Go code that this is generated from; nil if that is not
	// known.
	SchemaOrigin *Origin `json:"schemaOrigin,omitempty"`
	// Also are the other places that the finding is about, since they have the same cause. They are not
	// counted as findings.
	Also []AlsoPlace `json:"also,omitempty"`
	// Causes identify what makes the finding.
	Causes Causes `json:"-"`
	// Lasting is the message without what was measured, such as a cost; "" if nothing was.
	Lasting string `json:"-"`
	// More is how many findings of its rule the finding stands for, which are counted and
	// not listed, as there are so many; 0 for a finding that stands for itself.
	More int `json:"more,omitempty"`
	// FieldsOnly says that the object is of a built-in kind of Kubernetes, of which only the fields are checked: the
	// findings about it are not the server's whole answer.
	FieldsOnly bool `json:"fieldsOnly,omitempty"`
	// Later says that the server does not come to it, since it stops at what is
	// wrong before.
	Later bool `json:"later,omitempty"`
}

// Origin is the place in the text that something is generated from: in Go code, a field, a type, a
// tag, or a marker or a part of it; in a kustomization, a value of a base, of a patch or of its own.
type Origin struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndColumn int    `json:"endColumn"`
	// Marker is the name of the marker that sets what the finding is about, without the
	// plus sign; "" if none does.
	Marker string `json:"marker,omitempty"`
	// Type is the type of another module that says it, as in k8s.io/api/core/v1.Container;
	// "" if the code is the author's own. The place is then that of the field which is of such
	// a type, or holds one.
	Type string `json:"type,omitempty"`
	// Generate is the command that generates the CRD again, as far as that was found.
	Generate string `json:"generate,omitempty"`
	// Kustomization is the directory of the kustomization that was built; "" for Go code. The
	// place is then in a file of it, and that of the finding in the output of kustomize build.
	Kustomization string `json:"kustomization,omitempty"`
	// Source is the line.
	Source string `json:"-"`
	// First says that people are led to this place, and to the one in the CRD after it.
	First bool `json:"-"`
}

// Pos returns the place in its file.
func (o *Origin) Pos() Pos {
	return Pos{Line: o.Line, Column: o.Column, EndLine: o.Line, EndColumn: o.EndColumn}
}

// Code is the code of a finding, which stays the same from release to release. JSON leaves
// it out where it says no more than the rule.
type Code string

// IsZero reports whether the code says no more than the rule. It is for
// encoding/json.
func (c Code) IsZero() bool { return !strings.Contains(string(c), "/") }

// Related is another place that has to do with a finding, in its file or in
// another one.
type Related struct {
	// Message says what is there, as in "the first of them".
	Message   string `json:"message"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	// Path is the place in its document.
	Path string `json:"path"`
	// Origin is the place in Go code that it is generated from; nil if that is not known.
	Origin *Origin `json:"origin,omitempty"`
}

// Fix is a mechanical change to the finding's file, or to the Go code that the CRD is
// generated from. Edits are in the order of the file and do not overlap. They are for the
// file as it is, without the edits of other fixes.
type Fix struct {
	// Title says in the imperative what the change does.
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit replaces a range of the text, which is empty where something is only
// added. Positions are those of findings.
type Edit struct {
	// File is that of Go code; "" for the finding's own.
	File      string `json:"file,omitempty"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Text      string `json:"text"`
}

// Counts is how many findings it counts for.
func (f *Finding) Counts() int { return max(1, f.More) }

// Breaks reports whether the finding is a breaking change to be taken seriously: one
// that is set to info is a note.
func (f *Finding) Breaks() bool { return f.Breaking && f.Severity != Info }

// Pos returns the place of the finding in its file.
func (f *Finding) Pos() Pos {
	return Pos{Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn}
}

// SetPos moves the finding to another place in its file.
func (f *Finding) SetPos(p Pos) {
	f.Line, f.Column, f.EndLine, f.EndColumn = p.Line, p.Column, p.EndLine, p.EndColumn
}

// Pos returns the place in its file.
func (r *Related) Pos() Pos {
	return Pos{Line: r.Line, Column: r.Column, EndLine: r.EndLine, EndColumn: r.EndColumn}
}
