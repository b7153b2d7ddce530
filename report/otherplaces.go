package report

// AlsoPlace is another place that a finding is about as well, since it has the same cause: the same Go
// field, the same schema under another parent, in another version or CRD, or one setting of the
// generator.
type AlsoPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	CRD       string `json:"crd"`
	Version   string `json:"version"`
	// Path is the place in its document.
	Path string `json:"path"`
	// Origin is the place in Go code that it is generated from; nil if that is not known.
	Origin *Origin `json:"origin,omitempty"`
	// Fix is the change that --fix makes there; nil for none.
	Fix *Fix `json:"fix,omitempty"`
}

// Pos returns the place in its file.
func (p *AlsoPlace) Pos() Pos {
	return Pos{Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn}
}

// Causes identify what makes a finding. Findings that have one of them in common have one cause;
// 0 stands for none. They are the same within a run alone.
type Causes struct {
	// Setting is a setting of a generator, Go the place in Go code, Schema the schema that the finding
	// is about.
	Setting, Go, Schema uint64
}
