package apply

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/omitempty"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// crdOfCRDs describes CustomResourceDefinitions for the merge alone: the server merges mappings above
// spec.versions field by field and replaces lists. Package crd validates the result. spec.conversion is declared
// because a declared object stays as long as another manager owns a field of it. The defaults are those of the
// server's types; SINGULAR and LIST are replaced by names made of the kind. The uid marks this CRD as accepted, so
// that it is not checked.
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
              names:
                type: object
                x-kubernetes-preserve-unknown-fields: true
                properties:
                  singular: {type: string, default: SINGULAR}
                  listKind: {type: string, default: LIST}
              versions: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              conversion:
                type: object
                default: {strategy: None}
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
                          service: {type: object, properties: {namespace: {type: string}, name: {type: string}, path: {type: string}, port: {type: integer, default: 443}}}
          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

// crdKind returns the definition of CustomResourceDefinitions, with the default names of a kind.
func (r *Runner) crdKind(kind string) (*definition, error) {
	d := r.sequence.crdKinds[kind]
	if d == nil {
		list := ""
		if kind != "" {
			list = kind + "List"
		}
		text := strings.NewReplacer("SINGULAR", strconv.Quote(strings.ToLower(kind)), "LIST", strconv.Quote(list)).Replace(crdOfCRDs)
		d = &definition{doc: source.Read("apiextensions.k8s.io", []byte(text)).Documents[0]}
		d.serve(d.doc)
		r.sequence.crdKinds[kind] = d
	}
	return d, d.use(r.crds)
}

// A crdMerge is a request for a CRD, with its answer.
type crdMerge struct {
	request
	at cluster.Key
	// before is the stored CRD before the request; nil if there is none.
	before map[string]any
	answer *dryrun.Result
}

// mergeCRD sends a CRD to the cluster of a sequence with the command of the step, and stores the result if it is
// accepted. It does not validate the CRD. there is the live CRD; it may be nil.
func (r *Runner) mergeCRD(doc *source.Document, there *definition) (*crdMerge, error) {
	_, name := names(doc)
	kind, err := r.crdKind(kindOf(doc, there))
	if err != nil {
		return nil, err
	}
	m := &crdMerge{request: request{
		Runner: r, doc: doc, def: kind, strict: r.opts.FieldValidation, command: r.opts.Command,
		id: kind.identity("", name), version: "v1", object: dryrun.FromDocument(doc),
	}}
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
		// The new CRD replaces the stored one.
		m.command = Command{Verb: VerbReplace, Manager: m.command.Manager}
		if m.before == nil {
			m.command.Verb = VerbCreate
		}
		decoded, err := withoutOmitted(source.Value(doc.Root))
		if err != nil {
			return nil, err
		}
		m.object = dryrun.FromValue(decoded).At(doc)
	}
	if m.answer, err = m.follow(); err != nil || !m.answer.APIServer.Accepted {
		return m, err
	}
	stored, _ := r.sequence.cluster.Stored(m.at)
	if stored, err = withoutOmitted(stored); err == nil {
		r.sequence.cluster.Put(m.at, stored)
	}
	return m, err
}

// withoutOmitted returns a copy of a CRD without the empty fields that its Go types omit (omitempty), such as
// preserveUnknownFields: false. The server decodes a CRD into those types.
func withoutOmitted(object any) (map[string]any, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	root := source.Read("", text).Documents[0].Root
	copied, _ := source.Value(root).(map[string]any)
	omitempty.Find(root, false, func(key string, _ *yamlnode.Node, at finding.Trail) {
		if in, found := jsonvalue.At(copied, at[:len(at)-1]); found {
			delete(in.(map[string]any), key)
		}
	})
	return copied, nil
}

// kindOf returns the kind that a manifest declares, or else the kind of the live CRD.
func kindOf(doc *source.Document, there *definition) string {
	kind := text(source.Field(source.Field(doc.Root, "spec"), "names"), "kind")
	if kind == "" && there != nil {
		return there.kind
	}
	return kind
}

// putLive stores the live CRD from a file, unless the cluster has a CRD of this name.
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
	return nil
}

// document returns the merged CRD as a document, without fields that only the server writes.
func (m *crdMerge) document() (*source.Document, error) {
	stored, _ := m.sequence.cluster.Stored(m.at)
	text, err := json.Marshal(m.manifest(stored))
	if err != nil {
		return nil, err
	}
	f := source.Read(m.doc.File.Name, text)
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("the merged CRD %s cannot be read: %s", m.id.name, f.Problems[0].Message)
	}
	return f.Documents[0], nil
}

// undo restores the stored CRD from before the request.
func (m *crdMerge) undo() {
	if m.before == nil {
		m.sequence.cluster.Remove(m.at)
		return
	}
	m.sequence.cluster.Put(m.at, m.before)
}

// explain adds to findings about a merged CRD that their value comes from the live CRD, if the manifest lacks it.
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
		help += ", where a part of it is owned by " + prose.And(owners)
	}
	findings[0].Help = help
}

// fieldsOf returns the names of the fields of a path, joined by dots.
func fieldsOf(at *finding.Path) string {
	var names []string
	for _, s := range at.Segments() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ".")
}

// ownersBelow returns the field managers, other than kubectl, that own a field at or below a path outside of
// spec.versions.
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
