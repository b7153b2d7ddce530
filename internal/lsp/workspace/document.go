package workspace

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
)

// A Document is a version of an open text. It does not change.
type Document struct {
	URI string
	// Path is the absolute name of the file, and Name the one in findings, relative to the working directory. A text
	// that is not saved yet has the name that it would have in the first folder of the workspace.
	Path, Name string
	// Language is what the editor takes the text for, such as "yaml" or "go".
	Language string
	Version  int32
	*lines.Lines
	// Edited is the offset behind the last edit, or -1 if the text is as it was opened or saved.
	Edited int

	parsed    *parsed
	committed *committed
}

// parsed is the text as documents, and as places of a cursor. Each is read once.
type parsed struct {
	once sync.Once
	file *source.File

	placesOnce sync.Once
	places     *cursor.Text
}

// File returns the documents of the text.
func (d *Document) File() *source.File {
	if d.parsed == nil {
		return source.Read(d.Name, d.Text) // a document that is only asked about
	}
	d.parsed.once.Do(func() { d.parsed.file = source.Read(d.Name, d.Text) })
	return d.parsed.file
}

// At returns the place of an offset.
func (d *Document) At(offset int) *cursor.Place { return d.Places().At(offset) }

// Places returns the text as places of a cursor.
func (d *Document) Places() *cursor.Text {
	d.parsed.placesOnce.Do(func() { d.parsed.places = cursor.Read(d.Text) })
	return d.parsed.places
}

// WithText returns the document with another text, which is not that of the editor.
func (d *Document) WithText(text []byte) *Document {
	other := *d
	other.Lines, other.parsed = lines.Of(text), new(parsed)
	return &other
}

// HasObjects reports whether a document of the text is no CRD.
func (d *Document) HasObjects() bool {
	return slices.ContainsFunc(d.File().Documents, func(doc *source.Document) bool { return !doc.MeantAsCRD() })
}

// HasOnlyCRDs reports whether the whole text can be read, and all its documents are CRDs.
func (d *Document) HasOnlyCRDs() bool {
	return len(d.File().Documents) > 0 && len(d.File().Problems) == 0 && !d.HasObjects()
}

// with returns the next version of a document.
func (d *Document) with(version int32, changes []protocol.TextDocumentContentChangeEvent, in lines.Encoding) *Document {
	next := *d
	next.Version, next.parsed = version, new(parsed)
	for _, c := range changes {
		if c.Range == nil {
			next.Edited = changedUpTo(next.Text, []byte(c.Text))
			next.Lines = lines.Of([]byte(c.Text))
			continue
		}
		start := next.Offset(c.Range.Start, in)
		end := max(start, next.Offset(c.Range.End, in))
		next.Edited = start + len(c.Text)
		next.Lines = lines.Of(slices.Concat(next.Text[:start], []byte(c.Text), next.Text[end:]))
	}
	return &next
}

// changedUpTo returns the offset in a new text behind which it is the same as the old one.
func changedUpTo(before, after []byte) int {
	at := len(after)
	for i := len(before); i > 0 && at > 0 && before[i-1] == after[at-1]; i-- {
		at--
	}
	return at
}

// IsGo reports whether the text is Go code.
func (d *Document) IsGo() bool { return filepath.Ext(d.Path) == ".go" || d.Language == "go" }

// IsManifest reports whether the text may be YAML or JSON.
func (d *Document) IsManifest() bool {
	switch d.Language {
	case "yaml", "json", "jsonc":
		return true
	case "":
		return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(filepath.Ext(d.Path)))
	}
	return false
}

// PathOf returns the absolute name of a file for its URI, and false for a URI without a file.
func PathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if filepath.Separator == '\\' && len(path) > 2 && path[2] == ':' { // a drive of Windows: /c:/dir
		path = path[1:]
	}
	return filepath.FromSlash(path), true
}

// URIOf returns the URI of a file.
func URIOf(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
