package report

import (
	"slices"
)

// Diff is what changes between two sets of CRDs. Its JSON is a contract: fields keep
// their names and meaning.
type Diff struct {
	SchemaVersion int `json:"schemaVersion"`
	// CRDs are those that differ, by name; the others are only counted.
	CRDs []CRDDiff `json:"crds"`
	// Objects is what becomes of objects that exist; nil unless some were given.
	Objects *DiffObjects `json:"objects,omitempty"`
	// Unused are the accepted changes that no change of the CRDs matches.
	Unused []DiffUnused `json:"unused,omitempty"`
	// Errors say why the run could not do all that it was asked for.
	Errors  []RunError  `json:"errors,omitempty"`
	Summary DiffSummary `json:"summary"`
}

// DiffUnused is an accepted change that no change of the CRDs matches.
type DiffUnused struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// DiffSummary counts the CRDs of a Diff, and their changes.
type DiffSummary struct {
	// CRDs is how many were compared, with those that only one side has.
	CRDs      int `json:"crds"`
	Added     int `json:"added"`
	Removed   int `json:"removed"`
	Unchanged int `json:"unchanged"`
	// Major, Minor and Patch are how many CRDs have that verdict, and Unsure how many have the
	// verdict "major?".
	Major  int `json:"major"`
	Unsure int `json:"unsure"`
	Minor  int `json:"minor"`
	Patch  int `json:"patch"`
	// Breaking is how many changes are.
	Breaking int `json:"breaking"`
	// Unproven is how many changes are breaking or are not: neither was shown.
	Unproven int `json:"unproven"`
	// Unreported is how many breaking changes a profile of another tool ignores.
	Unreported int `json:"unreported,omitempty"`
	// Verdict is the worst.
	Verdict string `json:"verdict"`
	// Classes are how many changes there are of each class.
	Classes map[string]int `json:"classes"`

	verdicts map[string]string // by the names of CRDs
}

// CRDDiff is what changes in one CRD.
type CRDDiff struct {
	Name string `json:"name"`
	// Kind is that of its objects.
	Kind string `json:"kind"`
	// Verdict is patch, minor or major; or "major?" if nothing is shown to break, and something is
	// not proven to be harmless.
	Verdict string `json:"verdict"`
	// OldFile and NewFile are the files it is in; "" where it is not there.
	OldFile string `json:"oldFile,omitempty"`
	NewFile string `json:"newFile,omitempty"`
	// Permission says why changes that break clients are not breaking, and what is lost; "" where that is not so.
	Permission string `json:"permission,omitempty"`
	// Changes are what changes, breaking ones first, then by class.
	Changes []Change `json:"changes"`
	// Repeated is how many more changes there are that another copy of the CRD has too: it is
	// before this one, and tells of them.
	Repeated int `json:"repeated,omitempty"`
	// Unreported is how many breaking changes a profile of another tool ignores.
	Unreported int `json:"unreported,omitempty"`
}

// Change is one thing that the new CRD does otherwise.
type Change struct {
	// Class says who notices first: install, stored, writers, readers, compatible or
	// documentation; or it is unproven.
	Class string `json:"class"`
	// Code is the kind of change, the same from release to release.
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	// Breaking says that somebody who relied on the CRD has to act.
	Breaking bool `json:"breaking"`
	// May says that no witness was found, and that it is not certain.
	May bool `json:"may,omitempty"`
	// Unsought says that no witness was looked for, or that the search could not be finished, as so
	// much was tried before.
	Unsought bool `json:"unsought,omitempty"`
	// Accepted is the reason why a breaking change is accepted; "" for others.
	Accepted string `json:"accepted,omitempty"`
	// Check is the check of another tool that reports it, with a profile of that tool.
	Check string `json:"check,omitempty"`
	// Ended says that it was accepted until a date that is past, and why; "" for others.
	Ended string `json:"ended,omitempty"`
	// More is how many changes this one stands for, which are counted and not listed; 0 for a
	// change.
	More int `json:"more,omitempty"`
	// Version is the CRD's version that it is in; "" for the CRD as a whole.
	Version string `json:"version"`
	// Path is the place in the new document; in the old one, if it is gone.
	Path string `json:"path"`
	// Field is where the values stand in objects, as spec.hosts[*].
	Field   string `json:"field,omitempty"`
	Keyword string `json:"keyword"`
	// Before and After are the values of the keyword; nil where it is not set. Of a
	// schema it is the type alone.
	Before any `json:"before"`
	After  any `json:"after"`
	// BeforeMore and AfterMore are how many more entries the two have if they are long lists
	// that very many changes have.
	BeforeMore int `json:"beforeMore,omitempty"`
	AfterMore  int `json:"afterMore,omitempty"`
	// Message says what changed, Effect what comes of it, Help what to do instead.
	Message string `json:"message"`
	Effect  string `json:"effect,omitempty"`
	Help    string `json:"help,omitempty"`
	// Old and New are the places in the files; nil where the file has none.
	Old *Place `json:"old,omitempty"`
	New *Place `json:"new,omitempty"`
	// Origin is the place in Go code that the new CRD is generated from, which for a field that
	// is gone is the type that had it; nil if that is not known.
	Origin *Origin `json:"origin,omitempty"`
	// Witness is a request that shows it; nil if none was found, or looked for.
	Witness *DiffWitness `json:"witness,omitempty"`
}

// Counts is how many changes it counts for.
func (c *Change) Counts() int { return max(1, c.More) }

// Place is a range of a file. Positions are those of findings.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	// Text is the line of the file.
	Text string `json:"text,omitempty"`
}

// Pos is the range.
func (p *Place) Pos() Pos {
	return Pos{Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn}
}

// DiffWitness is a request that the old CRD and the new one answer differently, as the
// dry run has it.
type DiffWitness struct {
	// Operation is create, update, update-status, apply or apply-status, Version the one in
	// the URL.
	Operation string `json:"operation"`
	Version   string `json:"version"`
	// Object is what is sent, Replaces the object that it replaces.
	Object   map[string]any `json:"object"`
	Replaces map[string]any `json:"replaces,omitempty"`
	// Applied is what the field manager a has applied server-side before the field manager b
	// applies the object; nil of other operations. Force says that b takes fields from a.
	Applied map[string]any `json:"applied,omitempty"`
	Force   bool           `json:"force,omitempty"`
	// Old and New are what is stored by the old CRD and by the new one; nil if the
	// request is refused.
	Old map[string]any `json:"old"`
	New map[string]any `json:"new"`
	// OldAnswer and NewAnswer are the answers.
	OldAnswer DiffAnswer `json:"oldAnswer"`
	NewAnswer DiffAnswer `json:"newAnswer"`
}

// DiffAnswer is the answer to a request.
type DiffAnswer struct {
	Accepted bool `json:"accepted"`
	// Message is the server's if it refuses.
	Message string `json:"message,omitempty"`
}

// Classes are those of changes, the worst first.
func Classes() []string {
	return []string{"install", "stored", "writers", "unproven", "readers", "compatible", "documentation"}
}

// AsBadAs reports whether the class of a change is one, or one that is worse.
func (c *Change) AsBadAs(class string) bool {
	return slices.Index(Classes(), c.Class) <= slices.Index(Classes(), class)
}

// Add counts a CRD; one of which a copy was counted, once, with the worst verdict.
func (s *DiffSummary) Add(c *CRDDiff) {
	before, copied := s.verdicts[c.Name]
	if !copied {
		s.CRDs++
		switch {
		case c.OldFile == "":
			s.Added++
		case c.NewFile == "":
			s.Removed++
		}
	}
	if verdicts := verdicts(); !copied || slices.Index(verdicts, c.Verdict) < slices.Index(verdicts, before) {
		if copied {
			*s.of(before)--
		} else if s.verdicts == nil {
			s.verdicts = map[string]string{}
		}
		*s.of(c.Verdict)++
		s.verdicts[c.Name] = c.Verdict
	}
	s.Unreported += c.Unreported
	if s.Classes == nil {
		s.Classes = map[string]int{}
	}
	for i := range c.Changes {
		ch := &c.Changes[i]
		s.Classes[ch.Class] += ch.Counts()
		switch {
		case ch.Accepted != "":
		case ch.Breaking:
			s.Breaking += ch.Counts()
		case ch.Class == "unproven":
			s.Unproven += ch.Counts()
		}
	}
	for _, v := range verdicts()[:4] {
		if s.Verdict == v || c.Verdict == v {
			s.Verdict = v
			return
		}
	}
}

// verdicts are those of a CRD, the worst first.
func verdicts() []string { return []string{"major", "major?", "minor", "patch", ""} }

// of is where CRDs of a verdict are counted.
func (s *DiffSummary) of(verdict string) *int {
	switch verdict {
	case "major":
		return &s.Major
	case "major?":
		return &s.Unsure
	case "minor":
		return &s.Minor
	case "patch":
		return &s.Patch
	}
	return &s.Unchanged
}
