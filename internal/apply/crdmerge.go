package apply

import (
	"fmt"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cluster"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/jsonvalue"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/report"
)

// crdOfCRDs describes CustomResourceDefinitions as far as a server merges them: above spec.versions,
// mappings are merged field by field, and lists are replaced as a whole. They are validated after that, by
// package crd. A declared object stays as long as another manager owns a field of it, as in the server's
// own types, so that those of spec.conversion are declared. The uid says that no server is asked whether it accepts the description.
const crdOfCRDs = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: customresourcedefinitions.apiextensions.k8s.io, uid: built-in}
spec:
  group: apiextensions.k8s.io
  scope: Cluster
  names: {kind: CustomResourceDefinition, listKind: CustomResourceDefinitionList, plural: customresourcedefinitions, singular: customresourcedefinition}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-preserve-unknown-fields: true
            properties:
              names: {type: object, x-kubernetes-preserve-unknown-fields: true}
              versions: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              conversion:
                type: object
                properties:
                  strategy: {type: string}
                  webhook:
                    type: object
                    properties:
                      conversionReviewVersions: {type: array, items: {type: string}}
                      clientConfig:
                        type: object
                        properties:
                          url: {type: string}
                          caBundle: {type: string}
                          service: {type: object, properties: {namespace: {type: string}, name: {type: string}, path: {type: string}, port: {type: integer}}}
          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

var crdOfCRDsDocument = sync.OnceValue(func() *source.Document {
	return source.Read("apiextensions.k8s.io", []byte(crdOfCRDs)).Documents[0]
})

// crdKind is what the server serves CRDs as.
func (r *Runner) crdKind() (*definition, error) {
	if r.sequence.crdKind == nil {
		doc := crdOfCRDsDocument()
		r.sequence.crdKind = &definition{groupKind: groupKind{source.CRDGroup, source.CRDKind}, doc: doc}
	}
	return r.sequence.crdKind, r.sequence.crdKind.use(r.crds)
}

// A crdMerge is the request by which kubectl writes a CRD, of which the server makes the merged one.
type crdMerge struct {
	request
	at cluster.Key
	// before is the CRD that is stored before; nil for none.
	before map[string]any
	answer *dryrun.Result
}

// mergeCRD writes a CRD to the cluster of a sequence as the command does that is asked for, and returns what the
// server stores if it accepts that, without validation by its meaning. there is the live CRD; nil for none.
func (r *Runner) mergeCRD(doc *source.Document, there *definition) (*crdMerge, error) {
	kind, err := r.crdKind()
	if err != nil {
		return nil, err
	}
	_, name := names(doc)
	m := &crdMerge{request: request{
		Runner: r, doc: doc, def: kind, strict: r.opts.FieldValidation, command: r.opts.Command,
		id: kind.identity("", name), version: "v1", object: dryrun.FromDocument(doc),
	}}
	m.blame = r.blame.of(kind.doc, m.version)
	m.at = m.target().Key
	r.sequence.cluster.Install(m.at.Kind, kind.resource)
	if err := m.putLive(there); err != nil {
		return nil, err
	}
	if err := m.begin(); err != nil {
		return nil, err
	}
	m.before, _ = r.sequence.cluster.Stored(m.at)
	if m.command.Verb != VerbApply || m.command.Subresource != "" {
		// It takes the place of the stored one.
		m.command = Command{Verb: VerbReplace}
		if m.before == nil {
			m.command.Verb = VerbCreate
		}
	}
	m.answer, err = m.follow()
	return m, err
}

// putLive stores the live CRD of a file, unless it is stored already.
func (m *crdMerge) putLive(there *definition) error {
	c := m.sequence.cluster
	if _, stored := c.Stored(m.at); stored || there == nil || there.crd.Metadata.Name != m.id.name {
		return nil
	}
	m.old, m.isThere = dryrun.FromDocument(there.doc), true
	m.command.Settle(true)
	object, err := m.request.before(c)
	if err != nil || object == nil {
		return err
	}
	c.Put(m.at, object)
	if m.last.Object != nil {
		m.sequence.applied[m.at] = m.last
	}
	return nil
}

// document is the merged CRD, without what the server writes.
func (m *crdMerge) document() (*source.Document, error) {
	stored, _ := m.sequence.cluster.Stored(m.at)
	text, err := jsonvalue.Text(m.manifest(stored))
	if err != nil {
		return nil, err
	}
	f := source.Read(m.doc.File.Name, text)
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("the merged CRD %s cannot be read: %s", m.id.name, f.Problems[0].Message)
	}
	return f.Documents[0], nil
}

// undo stores again what was stored before.
func (m *crdMerge) undo() {
	if m.before == nil {
		m.sequence.cluster.Remove(m.at)
		return
	}
	m.sequence.cluster.Put(m.at, m.before)
}

// explain adds to the findings about a merged CRD which of their values come from the live CRD.
func (m *crdMerge) explain(findings []report.Finding, at *finding.Path) {
	if m.before == nil || at == nil || len(findings) == 0 {
		return
	}
	if _, exact := m.doc.Node(at.Segments()); exact {
		return
	}
	stored, _ := m.sequence.cluster.Stored(m.at)
	if _, there := jsonvalue.At(stored, at.Segments()); !there {
		return
	}
	help := fmt.Sprintf("%s is not in the file: it stays from the live CRD", fieldsOf(at))
	if owners := ownersBelow(m.before, at); len(owners) > 0 {
		help += ", where a part of it is owned by " + enumerateAnd(owners)
	}
	findings[0].Help = help
}

// fieldsOf writes a path by the names of its fields in the file.
func fieldsOf(at *finding.Path) string {
	var names []string
	for _, s := range at.Segments() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ".")
}

// ownersBelow are the field managers, other than kubectl, that own something at or below a place above the
// versions of a CRD.
func ownersBelow(object map[string]any, at *finding.Path) []string {
	var names []string
	metadata, _ := object["metadata"].(map[string]any)
	entries, _ := metadata["managedFields"].([]any)
	for i, e := range validate.Owners(object) {
		entry, _ := entries[i].(map[string]any)
		fields, _ := entry["fieldsV1"].(map[string]any)
		for _, s := range at.Segments() {
			fields, _ = fields["f:"+s.Name].(map[string]any)
		}
		if fields != nil && !strings.HasPrefix(e.Manager, "kubectl") {
			names = append(names, fmt.Sprintf("%q", e.Manager))
		}
	}
	return names
}
