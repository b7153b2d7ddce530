package report

// Support says on which versions of Kubernetes a CRD installs.
type Support struct {
	// Outcomes are those of Report.KubeVersions.
	Outcomes []Installing `json:"outcomes"`
	// Least is the oldest of these versions from which on all newer ones install the
	// CRD, and Whole the one from which on nothing of it is dropped. Each is empty if the
	// newest does not.
	Least string `json:"least,omitempty"`
	Whole string `json:"whole,omitempty"`
	// Needs are what it needs of the versions from Least on, or from Whole on.
	Needs []Need `json:"needs,omitempty"`
}

// Installing is what becomes of a CRD on a server.
type Installing string

// What becomes of a CRD.
const (
	Installs Installing = "installs"
	// InstallsInPart says that the server drops a part of it silently.
	InstallsInPart Installing = "drops"
	IsRefused      Installing = "refused"
)

// Need is something in a CRD that not all versions take.
type Need struct {
	// Since is the oldest of the versions asked for from which on it is taken; empty if
	// not even the newest takes it.
	Since string `json:"since,omitempty"`
	// Only are the versions that refuse it, if older ones take it.
	Only []string `json:"only,omitempty"`
	// Dropped says that versions before drop it, and don't refuse the CRD.
	Dropped bool `json:"dropped,omitempty"`
	// What names it: a function of CEL, a field, or what a check is about.
	What string `json:"what"`
	// Rule, Line, Column and Path are those of the finding about it.
	Rule   string `json:"rule"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Path   string `json:"path"`
}
