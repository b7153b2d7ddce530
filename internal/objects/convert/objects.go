package convert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Objects is a file with custom objects converted to another version.
type Objects struct {
	*Result
	// Objects are the converted objects as the server returns them, with defaults, by the index of their documents.
	Objects map[int]map[string]any
	// Findings are about lost fields, and objects that could not be converted.
	Findings []report.Finding
	// WithoutCRD counts the objects without a CRD.
	WithoutCRD int
}

// To converts the custom objects of a file to a version if wanted returns true; nil wants all. If group is not "",
// it skips other groups.
func To(f *source.File, crds *apply.CRDs, group, version string, wanted func(*source.Document) bool) *Objects {
	out := &Objects{Objects: map[int]map[string]any{}}
	made := map[int]*source.Document{}
	for i, doc := range f.Documents {
		apiVersion, kind := doc.TypeMeta()
		of, own, found := strings.Cut(apiVersion, "/")
		if !found || kind == "" || doc.MeantAsCRD() || group != "" && of != group || wanted != nil && !wanted(doc) {
			continue
		}
		if !crds.Has(of, kind) {
			if !apply.BuiltIn(of, kind) {
				out.WithoutCRD++
			}
			continue
		}
		if own == version {
			continue
		}
		r, err := crds.Resource(of, kind)
		if err != nil {
			out.refuse(doc, fmt.Sprintf("%s cannot be converted: %v", kind, err), "")
			continue
		}
		object, lost, err := r.ConvertTo(dryrun.FromDocument(doc), version)
		switch {
		case errors.Is(err, dryrun.ErrWebhook):
			out.refuse(doc, fmt.Sprintf("%s cannot be converted from %s to %s: a webhook converts them, and only that knows what comes out", kind, own, version),
				fmt.Sprintf("ask a cluster: kubectl get %s.%s.%s", strings.ToLower(kind), version, of))
			continue
		case err != nil:
			out.refuse(doc, fmt.Sprintf("%s cannot be converted to %s: %v", kind, version, err), "")
			continue
		}
		var gone [][]finding.Segment
		for _, l := range lost {
			path := l.At.Segments()
			if _, written := doc.Node(path); !written {
				continue // a default that the text lacks
			}
			gone = append(gone, path)
			out.lose(doc, kind, l)
		}
		made[i] = &source.Document{File: f, Index: doc.Index, Text: doc.Text, Root: at(doc, of+"/"+version, gone)}
		out.Objects[i] = tidied(object, doc)
	}
	out.Result = rewrite(f, made, map[int][]edit.Edit{})
	for i := range f.Documents {
		if out.Stuck[i] {
			at := finding.Root("apiVersion")
			out.add(f.Documents[i], finding.Finding{Code: code.NotConvertedText, Path: at, Message: notUnderstood, Help: ownDocument, Pos: f.Documents[i].Locate(at.Segments())})
		}
		if out.Rewritten[i] && !f.Documents[i].JSON() {
			at := finding.Root("apiVersion")
			out.add(f.Documents[i], finding.Finding{Code: code.WrittenAnew, Severity: finding.Info, Path: at, Message: writtenAnew, Help: inLines, Pos: f.Documents[i].Locate(at.Segments())})
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b report.Finding) int { return findinglist.ByPlace(&a, &b) })
	return out
}

func (o *Objects) add(doc *source.Document, f finding.Finding) {
	out := f.Report(doc.File.Name)
	out.Object = title(doc)
	o.Findings = append(o.Findings, out)
}

// title returns the name of an object in findings.
func title(doc *source.Document) string {
	d := report.Document{}
	_, d.Kind = doc.TypeMeta()
	metadata := source.Field(doc.Root, "metadata")
	d.Name, _ = source.String(source.Field(metadata, "name"))
	d.Namespace, _ = source.String(source.Field(metadata, "namespace"))
	return strings.Clone(d.Title())
}

func (o *Objects) refuse(doc *source.Document, message, help string) {
	at := finding.Root("apiVersion")
	o.add(doc, finding.Finding{Code: code.NotConverted, Path: at, Message: message, Help: help, Pos: doc.Locate(at.Segments())})
}

// mostShown is the maximum length of a value in a message about its loss.
const mostShown = 80

func (o *Objects) lose(doc *source.Document, kind string, l dryrun.Loss) {
	message := fmt.Sprintf("lost, as version %s of %s has no such field", l.Version, kind)
	switch text := prose.JSON(l.Value); {
	case l.Null:
		message = fmt.Sprintf("lost, as it is null, which version %s of %s does not take here", l.Version, kind)
	case len(text) <= mostShown:
		message += "; it is " + text
	default:
		message += "; it is " + prose.JSONType(l.Value)
	}
	o.add(doc, finding.Finding{Code: code.LostInVersion, Severity: finding.Warning, Path: l.At, Message: message, Pos: doc.LocateKey(l.At.Segments())})
}

// tidied removes fields that only a server writes, unless the document has them.
func tidied(object map[string]any, doc *source.Document) map[string]any {
	if metadata, ok := object["metadata"].(map[string]any); ok {
		written := source.Field(doc.Root, "metadata")
		for _, k := range [...]string{"generation", "creationTimestamp"} {
			if source.IsNull(source.Field(written, k)) {
				delete(metadata, k)
			}
		}
	}
	return object
}

// at returns the root of a document with another apiVersion, without the values at the paths gone.
func at(doc *source.Document, apiVersion string, gone [][]finding.Segment) *yamlnode.Node {
	root := without(doc.Root, gone)
	m := source.Fields{Node: root}
	if i := m.Index("apiVersion"); i >= 0 {
		m.Node.Content[i+1] = source.NewText(apiVersion, m.Node.Content[i+1])
	}
	return root
}

// without returns a copy of a node without the values at some paths.
func without(n *yamlnode.Node, gone [][]finding.Segment) *yamlnode.Node {
	n = source.Resolve(n)
	if len(gone) == 0 && n.Kind != yamlnode.Mapping {
		return n
	}
	below := func(s finding.Segment) (inner [][]finding.Segment, whole bool) {
		for _, way := range gone {
			if len(way) == 0 || way[0].IsIndex != s.IsIndex || way[0].Index != s.Index || way[0].Name != s.Name {
				continue
			}
			if len(way) == 1 {
				return nil, true
			}
			inner = append(inner, way[1:])
		}
		return inner, false
	}
	switch n.Kind {
	case yamlnode.Mapping:
		out := source.NewFields(n)
		m := source.CopyFields(n)
		for i := 0; i < len(m.Node.Content); i += 2 {
			key, _ := source.Key(m.Node.Content[i])
			inner, whole := below(finding.Segment{Name: key})
			if whole {
				continue
			}
			value := m.Node.Content[i+1]
			if len(inner) > 0 {
				value = without(value, inner)
			}
			out.Node.Content = append(out.Node.Content, m.Node.Content[i], value)
		}
		return out.Node
	case yamlnode.Sequence:
		out := *n
		out.Content = slices.Clone(n.Content)
		for i := range out.Content {
			if inner, _ := below(finding.Segment{Index: i, IsIndex: true}); len(inner) > 0 {
				out.Content[i] = without(out.Content[i], inner)
			}
		}
		return &out
	}
	return n
}
