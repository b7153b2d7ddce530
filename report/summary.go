package report

// Summary counts what a run read and found. The counts of custom objects are 0 in
// a run over CRDs.
type Summary struct {
	Files int `json:"files"`
	// CRDs is the number of CRDs that were read, be they judged or judged by.
	CRDs int `json:"crds"`
	// Refused is the number of CRDs, or of objects, that the server would refuse.
	Refused int `json:"refused"`
	// Skipped counts documents that are not CRDs.
	Skipped int `json:"skipped"`
	// Ignored counts findings that were ignored.
	Ignored int `json:"ignored"`
	// Repeated counts findings that are left out because the same was said of the CRD in
	// another file, of which this one has a copy.
	Repeated int `json:"repeated,omitempty"`
	// Places counts the other places that findings are about, which have the same cause. Errors and
	// Warnings count each cause once.
	Places int `json:"places,omitempty"`
	// Past counts findings that are left out because only older copies of a CRD have them, such as those in
	// releases, and a newer one was checked, too.
	Past int `json:"past,omitempty"`
	// OtherModules counts warnings that are left out because they are about types of other modules, whose authors alone
	// can change them.
	OtherModules int `json:"otherModules,omitempty"`
	// Foreign counts CRDs of other projects, which were checked for the server's errors alone.
	Foreign int `json:"foreign,omitempty"`
	// Changed counts the CRDs that differ from the stored ones, and the stored CRDs that are no longer
	// in the files. What the change breaks is what crdtool diff reports.
	Changed int `json:"changed,omitempty"`
	// Known counts findings that were ignored since the stored CRD has them, too.
	Known int `json:"known,omitempty"`
	// Errors and Warnings count findings, and the server's warnings about objects.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// Breaking counts the errors and warnings about changes that break stored objects
	// or clients.
	Breaking int `json:"breaking,omitempty"`
	// Fixable counts the findings that have a fix, Fixed the fixes that were made,
	// of findings that are gone.
	Fixable int `json:"fixable"`
	Fixed   int `json:"fixed"`

	// Objects are the custom objects that the server was asked about: those
	// Created, Updated, Unchanged, Deleted and Refused.
	Objects   int `json:"objects,omitempty"`
	Created   int `json:"created,omitempty"`
	Updated   int `json:"updated,omitempty"`
	Unchanged int `json:"unchanged,omitempty"`
	Deleted   int `json:"deleted,omitempty"`
	// Conflicts counts fields that others own, for which applies were refused.
	Conflicts int `json:"conflicts,omitempty"`
	// WithoutCRD counts objects that no CRD was found for, skipped ones included.
	WithoutCRD int `json:"withoutCRD,omitempty"`
	// Untried counts objects that have a CRD, but that nothing can be said of, such
	// as when that cannot be read.
	Untried int `json:"untried,omitempty"`
	// BuiltIn counts objects of Kubernetes' own kinds, and files that configure programs. FieldsOnly counts those whose
	// fields were checked, and FieldsRefused those that the server would refuse for their fields.
	BuiltIn       int `json:"builtIn,omitempty"`
	FieldsOnly    int `json:"fieldsOnly,omitempty"`
	FieldsRefused int `json:"fieldsRefused,omitempty"`
	// Other counts documents that are no Kubernetes objects.
	Other int `json:"other,omitempty"`
}

// Add adds the counts of s to the summary.
func (t *Summary) Add(s Summary) {
	t.Files += s.Files
	t.CRDs += s.CRDs
	t.Refused += s.Refused
	t.Skipped += s.Skipped
	t.Ignored += s.Ignored
	t.Repeated += s.Repeated
	t.Places += s.Places
	t.Past += s.Past
	t.OtherModules += s.OtherModules
	t.Changed += s.Changed
	t.Known += s.Known
	t.Foreign += s.Foreign
	t.Errors += s.Errors
	t.Warnings += s.Warnings
	t.Breaking += s.Breaking
	t.Fixable += s.Fixable
	t.Fixed += s.Fixed
	t.Objects += s.Objects
	t.Created += s.Created
	t.Updated += s.Updated
	t.Unchanged += s.Unchanged
	t.Deleted += s.Deleted
	t.Conflicts += s.Conflicts
	t.WithoutCRD += s.WithoutCRD
	t.Untried += s.Untried
	t.BuiltIn += s.BuiltIn
	t.FieldsOnly += s.FieldsOnly
	t.FieldsRefused += s.FieldsRefused
	t.Other += s.Other
}

// Count counts a finding.
func (t *Summary) Count(f *Finding) {
	switch f.Severity {
	case Error:
		t.Errors += f.Counts()
	case Warning:
		t.Warnings += f.Counts()
	}
	if f.Breaks() {
		t.Breaking += f.Counts()
	}
	if f.Fix != nil {
		t.Fixable++
	}
}
