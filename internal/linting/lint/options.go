package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// The values of Options.FieldValidation, as kubectl and the server name them.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// Options say how CRDs are checked. The zero value is what kubectl asks for.
type Options struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict
	// (also if empty) refuses the document, Warn warns, Ignore is silent.
	FieldValidation string
	// RawBody has the file itself sent as the body of the request, as application/yaml. Without
	// it the body is what kubectl makes of the file: JSON, in which merge keys are resolved.
	RawBody bool
	// Old finds the CRD that is stored in the cluster under a name; when it
	// returns one, the document is checked as an update of it.
	Old func(name string) *source.Document
	// NewOnly ignores what is found in the stored CRD as well, and only counts it.
	// What makes the server refuse the update is reported all the same.
	NewOnly bool
	// Rules are the lint rules of our own that are on; nil for none.
	Rules *rules.Selection
	// Most is how many findings of one rule about one CRD are listed; the others are
	// only counted, in a finding that stands for them. 0 is for all. All are listed with
	// NewOnly or Hide, which have to see each.
	Most int
	// Begin is told of each CRD before it is checked; nil if nobody asks.
	Begin func(file string, line int)
	// OtherVersions says that the versions of Kubernetes are others than those of the
	// configuration. Comments about what depends on the version are not called unused then.
	OtherVersions bool
	// Hide reports whether a finding is to be ignored, and only counted; nil
	// for none. It is called on several goroutines if File is.
	Hide func(*report.Finding) bool

	// Types finds the Go types that a CRD is generated from, and nil if there are none; it
	// may be nil. It is called on several goroutines if File is.
	Types func(g origin.Generated) *gotypes.CRD
	// RulesOfOthers returns the rules for a CRD of a group that other projects make, or one that was generated
	// from Go types which are not there; nil for those in Rules. It may be nil, and is called as Types is.
	RulesOfOthers func(group string, withoutTypes bool) *rules.Selection
	// FixYAML has fixes change generated CRDs, and not the Go types that they are
	// generated from.
	FixYAML bool
	// FixedInGo returns the changes of a CRD by fixes of its Go types, those of each fix by
	// themselves, by its file and number there; nil for none. Fix then reports what is left
	// when the CRD is generated again.
	FixedInGo func(file string, document int) [][]finding.Change
	// GoFirst leads people to Go code first, and to the CRD after it.
	GoFirst bool

	memo     *crd.Memo // of the document, if the servers of several versions check it
	answered *Answered // nil if the server is to check the CRD
	fixless  bool      // findings are reported without fixes
}

// Answered is a CRD with the answer of the linter's server.
type Answered struct {
	// CRD is what was read of the document, with flaws, and Old what it replaces.
	CRD, Old *crd.CustomResourceDefinition
	Flaws    []schema.Flaw
	Answer   *crd.Answer
}

// first returns the findings of a CRD that are listed, and counts the others.
func (o *Options) first(found finding.List) (finding.List, []findinglimit.Rest) {
	most := o.Most
	if o.NewOnly || o.Hide != nil {
		most = 0
	}
	return findinglimit.First(found, most)
}

// stored returns the stored CRD of a name, or nil.
func (o *Options) stored(name string) *source.Document {
	if o.Old == nil {
		return nil
	}
	return o.Old(name)
}

// rulesOfOthers returns the rules for a CRD that other projects make, nil for any other.
func (o *Options) rulesOfOthers(doc *source.Document) *rules.Selection {
	if o.RulesOfOthers == nil {
		return nil
	}
	group, _ := source.String(source.Field(source.Field(doc.Root, "spec"), "group"))
	withoutTypes := false
	if g, generated := origin.GeneratedIn(doc); generated && o.Types != nil {
		withoutTypes = o.Types(g) == nil
	}
	return o.RulesOfOthers(group, withoutTypes)
}
