package lint

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// The values of Options.FieldValidation, as kubectl and the server name them.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// Options define how CRDs are checked. The zero value checks them as kubectl sends them.
type Options struct {
	// FieldValidation decides about unknown and duplicate fields: Strict (also if empty) refuses the document,
	// Warn warns, Ignore is silent.
	FieldValidation string
	// RawBody sends the file itself as the body of the request, as application/yaml. Without it the body is the
	// JSON that kubectl sends, in which merge keys are resolved.
	RawBody bool
	// Old returns the stored CRD of a name. If it is not nil, the document is checked as an update of it.
	Old func(name string) *source.Document
	// NewOnly ignores and counts findings that the stored CRD has too. Errors that make the server refuse the
	// update are reported nevertheless.
	NewOnly bool
	// Rules are the lint rules that are on; nil for none.
	Rules *rules.Selection
	// Most limits how many findings of one rule about one CRD are listed. One more finding counts the others. 0
	// lists all, as do NewOnly and Hide, which need each finding.
	Most int
	// Begin is called before each CRD is checked; it may be nil.
	Begin func(file string, line int)
	// OtherVersions is set if the Kubernetes versions are not those of the configuration. Then comments about
	// version-dependent findings are not reported as unused.
	OtherVersions bool
	// Hide reports whether a finding is ignored and counted; it may be nil. It must be safe for concurrent use
	// if File is called concurrently.
	Hide func(*report.Finding) bool

	// Types returns the Go types that a CRD is generated from, or nil; it may be nil. The rule for concurrent
	// use is that of Hide.
	Types func(g origin.Generated) *gotypes.CRD
	// RulesOfOthers returns the rules for a CRD of a group of other projects, or for a CRD that is generated
	// from absent Go types; nil selects Rules. It may be nil, and is called as Types is.
	RulesOfOthers func(group string, withoutTypes bool) *rules.Selection
	// FixYAML makes fixes change generated CRDs instead of their Go types.
	FixYAML bool
	// FixedInGo returns the changes of a CRD by fixes of its Go types, one list for each fix, by file and index
	// of the document. It may be nil. Fix then reports what remains when the CRD is generated again.
	FixedInGo func(file string, document int) [][]finding.Change
	// WithoutAnswer leaves out the server's answer where it needs the server's decoder, which is slow. The findings are
	// the same.
	WithoutAnswer bool
	// GoFirst makes reports name the place in Go first, and then the place in the CRD.
	GoFirst bool

	memo     *crd.Memo // caches decoding of the document for several versions
	answered *Answered // the server's earlier answer; nil if it has to check
	fixless  bool      // findings are reported without fixes
}

// Answered is a CRD with the server's answer.
type Answered struct {
	// CRD is the decoded document, with the flaws of decoding. Old is the stored CRD.
	CRD, Old *crd.CustomResourceDefinition
	Flaws    []yamldecode.Flaw
	Answer   *crd.Answer
}

// first returns the findings of a CRD to list, and counts the others.
func (o *Options) first(found finding.List) (finding.List, []findinglimit.Rest) {
	most := o.Most
	if o.NewOnly || o.Hide != nil {
		most = 0
	}
	return findinglimit.First(found, most)
}

// stored returns the stored CRD with a name, or nil.
func (o *Options) stored(name string) *source.Document {
	if o.Old == nil {
		return nil
	}
	return o.Old(name)
}

// rulesOfOthers returns the rules for a CRD of other projects, and nil for any other.
func (o *Options) rulesOfOthers(doc *source.Document) *rules.Selection {
	if o.RulesOfOthers == nil || doc.DerivedFrom != nil { // nobody copies the definitions of others
		return nil
	}
	group, _ := source.String(source.Field(source.Field(doc.Root, "spec"), "group"))
	withoutTypes := false
	if g, generated := origin.GeneratedIn(doc); generated && o.Types != nil {
		withoutTypes = o.Types(g) == nil
	}
	return o.RulesOfOthers(group, withoutTypes)
}
