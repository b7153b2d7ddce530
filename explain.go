package crdtool

import (
	"errors"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/output/explain"
)

// ExplainOptions say how much Explain writes.
type ExplainOptions struct {
	// APIVersion is the version to describe, as "example.com/v1" or "v1"; if it is
	// empty, the newest that is served.
	APIVersion string
	// Recursive lists the fields of fields, without descriptions; MaxDepth is how
	// deep it goes, 0 for all the way.
	Recursive bool
	MaxDepth  int
}

// Explain describes a kind or a field of one, as "widget.spec.ports", in the words
// and the layout of kubectl explain. A kind goes by its name, plural, singular or
// short name, with its group behind it where that is needed to tell. The error is
// for a name that is none, with the nearest that is.
func (c *Cluster) Explain(what string, opts ExplainOptions) (string, error) {
	c = c.ready()
	set, err := c.definitions()
	if err != nil {
		return "", err
	}
	resource, path, err := explain.Find(set.CRDs, what, opts.APIVersion, c.version)
	if err != nil {
		return "", explain.Suggest(err)
	}
	var b strings.Builder
	err = explain.Write(&b, resource, path, explain.Options{Recursive: opts.Recursive, MaxDepth: opts.MaxDepth})
	return b.String(), explain.Suggest(err)
}

// DocsOptions say what WriteDocs writes.
type DocsOptions struct {
	// Title is the heading; if it is empty, one is made from the API group.
	Title string
	// HTML writes one HTML file that needs nothing else, and not Markdown.
	HTML bool
	// NoSamples leaves out the sample manifests, which take the most time.
	NoSamples bool
}

// WriteDocs writes documentation of the CRDs for people. The error is for CRDs that
// cannot be read, and that of w.
func (c *Cluster) WriteDocs(w io.Writer, opts DocsOptions) error {
	c = c.ready()
	if w == nil {
		return errors.New("the writer is nil")
	}
	set, err := c.definitions()
	if err != nil {
		return err
	}
	docs := docgen.New(set.CRDs, docgen.Options{Title: opts.Title, NoSamples: opts.NoSamples, Version: c.version})
	if opts.HTML {
		return docs.WriteHTML(w)
	}
	return docs.WriteMarkdown(w)
}
