package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

var versionsDisagree = Rule{
	ID: "versions-disagree", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "one served version refuses values that another accepts, and nothing converts them",
	Why: "With the conversion strategy `None` an object has the same values in every version. One that is written in the version " +
		`that accepts more can be read in the other, but a client of that version cannot write the field, and not what stands
beside it: every update that changes something there is refused. Give both versions the same bounds, or convert with
a webhook. It is only reported if an object was found that one version accepts and the other refuses; it is in the
JSON (` + "`witness`" + `). Fields that one version alone declares are reported by conversion-loses and conversion-missing. If a
webhook is added to the file later, as kustomize does in projects made with kubebuilder, lint the output of kustomize.`,
	Example: `
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer, maximum: 9}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
-         spec: {type: object, properties: {size: {type: integer}}}
+         spec: {type: object, properties: {size: {type: integer, maximum: 9}}}
`,
	CRD: func(p *Pass) {
		unconverted(p, func(v, storage *Version, _, _ losses) {
			p.refusedBetween(v, storage)
			p.refusedBetween(storage, v)
		})
	},
}

// maxNamed limits how many fields a finding names.
const maxNamed = 4

// refusedBetween reports the values of version from that version to refuses.
func (p *Pass) refusedBetween(from, to *Version) {
	if !from.Served || !to.Served {
		return
	}
	var said []string
	var first *finding.Witness
	more := ""
	for _, c := range schemadiff.Compare(from.Tree.Tree, to.Tree.Tree) {
		if !c.Effect.Has(schemadiff.Narrows) || c.At.Incomparable() || !converted(to, c.At) || crossed(c.At) || !about(c.Keyword) {
			continue
		}
		field := c.Field()
		if field == "" {
			field = "the object"
		}
		if slices.Contains(said, field) {
			continue
		}
		what := witness.Change{
			Version: from.Name, Value: c.At.ObjectPath(), Field: c.Name, Said: prose.JSON(c.Before) + " " + prose.JSON(c.After),
		}
		if c.Keyword == "x-kubernetes-validations" {
			what.Rule = c.Path()
		}
		w := p.Witness.RefusedIn(to.Name, what)
		if w == nil {
			continue
		}
		if first == nil {
			first = w
		}
		if len(said) == maxNamed {
			more = ", among others"
			break
		}
		said = append(said, field)
	}
	if first == nil {
		return
	}
	none := "the conversion strategy is None"
	if !conversionWritten(p) {
		none = "unless a patch sets spec.conversion, nothing converts them"
	}
	f := p.Report(to.VersionPath().Child("name"), "version %q refuses objects that version %q accepts, because of %s%s, and %s", to.Name, from.Name, prose.And(said), more, none)
	f.Help, f.Witness = "make both versions accept the same, or convert with a webhook", first
}

// about reports whether a keyword refuses values, and does not prune them.
func about(keyword string) bool {
	return !slices.Contains([]string{"properties", "additionalProperties", "x-kubernetes-preserve-unknown-fields"}, keyword)
}
