// Package report is the form in which a run says what it found: the documents
// with the server's answers, the findings with their places in files, and the
// counts. All commands that find something fill one Report, and everything that
// is written of it, be it text, JSON or SARIF, is written from that.
//
// A Finding has lines and columns, and sentences instead of values, so that it outlives
// the text. The functions of structural, defaulting and celcost, which read no files,
// return findings without file and line.
package report

// SchemaVersion is the version of the JSON form of reports. It changes when a
// field is taken away or changes its meaning.
const SchemaVersion = 1

// Report is the outcome of a run.
type Report struct {
	SchemaVersion int `json:"schemaVersion"`
	// KubeVersions are the minor versions of Kubernetes that were asked for, the oldest
	// first, if the question is what becomes of documents on several.
	KubeVersions []string `json:"kubeVersions,omitempty"`
	// Documents are those that the server was asked about, in the order of the
	// input.
	Documents []Document `json:"documents"`
	// Findings are in the order of the input, and by their place in each file.
	Findings []Finding `json:"findings"`
	// PassedOver are the files of a search that were left out, as a whole or in part,
	// though they speak of what was searched for.
	PassedOver []PassedOver `json:"passedOver,omitempty"`
	// Errors say why the run could not do all that it was asked for.
	Errors  []RunError `json:"errors,omitempty"`
	Summary Summary    `json:"summary"`
}

// PassedOver is a file that was found and left out.
type PassedOver struct {
	// Reason is kustomize-patch, partial, template or unreadable.
	Reason string `json:"reason"`
	File   string `json:"file"`
	// By is the folder of the kustomization or the chart; empty if there is none.
	By string `json:"by,omitempty"`
}

// Document is a CustomResourceDefinition or a custom object, and the server's
// answer to it.
type Document struct {
	File string `json:"file"`
	// Document is its index in the file, from 0. The items of a List count one
	// each.
	Document int `json:"document"`
	// Line is the one it begins on.
	Line int `json:"line"`
	// APIVersion, Kind and Namespace are those of a custom object, and empty for a
	// CRD. The namespace is that of the request; there is none for a kind without
	// namespaces.
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty"`
	Namespace  string `json:"namespace,omitempty"`
	// Generator names what generates the CRD and its release, if that is known.
	Generator string `json:"generator,omitempty"`
	// Name is metadata.name, empty if there is none. A name that the server
	// generates ends in xxxxx.
	Name      string    `json:"name"`
	APIServer APIServer `json:"apiserver"`
	// NotChecked is what of a CRD was not checked, as the server's checks stopped at errors before;
	// nil if all was. NotCheckedInPart are those of it of which some were checked, such as those of
	// another version.
	NotChecked       []Unchecked `json:"notChecked,omitempty"`
	NotCheckedInPart []Unchecked `json:"notCheckedInPart,omitempty"`
	// Support says on which of Report.KubeVersions a CRD installs; nil if there are none.
	Support *Support `json:"support,omitempty"`
	// Servers says what becomes of a custom object on each of the versions that were asked
	// for; nil unless there are several.
	Servers *Servers `json:"servers,omitempty"`
	// Skipped is why a test was not run; "" for tests that were, and for all else. Tests have
	// JSON of their own.
	Skipped string `json:"-"`
}

// Title names the document: a CRD by its name, an object as Kind namespace/name.
func (d *Document) Title() string {
	switch {
	case d.Kind == "":
		return d.Name
	case d.Namespace == "":
		return d.Kind + " " + d.Name
	}
	return d.Kind + " " + d.Namespace + "/" + d.Name
}

// Unchecked is a part of a CRD that was not checked, as the checks before it found errors.
type Unchecked string

// What may not be checked, in the order in which it would be.
const (
	NamesUnchecked    Unchecked = "names" // and all else outside of schemas
	SchemasUnchecked  Unchecked = "schemas"
	DefaultsUnchecked Unchecked = "defaults"
	RulesUnchecked    Unchecked = "rules" // of CEL
	CostsUnchecked    Unchecked = "costs" // of those
	LintUnchecked     Unchecked = "lint"  // rules of crdtool's own
)
