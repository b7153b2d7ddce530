package report

// Objects is the outcome of a run over custom objects.
type Objects struct {
	SchemaVersion int `json:"schemaVersion"`
	// KubeVersions are the minor versions of Kubernetes that were asked for, the oldest
	// first, if there are several.
	KubeVersions []string `json:"kubeVersions,omitempty"`
	// Results are what becomes of the objects, in the order of the input.
	Results []Result `json:"results"`
	// Findings belong to no result: files that cannot be read, objects without a
	// CRD.
	Findings []Finding `json:"findings"`
	// Errors say why the run could not do all that it was asked for.
	Errors  []RunError `json:"errors,omitempty"`
	Summary Summary    `json:"summary"`
}

// Operation is what a request for an object does: "create", "update", "update-status",
// "scale", "apply", "apply-status", "patch", "patch-status" or "delete".
type Operation string

// Verdict says what becomes of an object.
type Verdict string

// The verdicts.
const (
	Created   Verdict = "created"
	Updated   Verdict = "updated"
	Unchanged Verdict = "unchanged" // accepted, and nothing that is stored changes
	Deleted   Verdict = "deleted"
	Refused   Verdict = "refused"
)

// Result is what the server does with one object.
type Result struct {
	Document
	Operation Operation `json:"operation"`
	Verdict   Verdict   `json:"verdict"`
	// Object is the object as the server returns it, at the version of the
	// request and without uid, creationTimestamp and managedFields; nil if it was
	// refused. Names that the server generates end in "xxxxx".
	Object map[string]any `json:"object"`
	// Scale is the autoscaling/v1 Scale that the scale subresource returns.
	Scale map[string]any `json:"scale,omitempty"`
	// Trace is what happened to the object on the way, in the order of the
	// server's stages.
	Trace []Step `json:"trace"`
	// Findings are why the object is refused, in the order of the file. Where the
	// server stops at the first kind of error, those behind it are listed, too.
	Findings []Finding `json:"findings"`
	// Webhooks name the mutating webhooks of the given files that a server may call with an
	// object that is refused here when it is validated: they may change it before, and are not
	// called here.
	Webhooks []string `json:"webhooks,omitempty"`

	// Live is the object that was there before, as the request saw it; nil if there was
	// none.
	Live map[string]any `json:"-"`
	// Sent is the object as it was written.
	Sent map[string]any `json:"-"`
	// Stored is the object as it stands in the store, at the storage version; nil
	// if it was refused.
	Stored map[string]any `json:"-"`
	// Row is what kubectl get prints of the object; nil unless asked for.
	Row *Row `json:"-"`
}

// Stage names a part of what happens to an object: "client" is what kubectl says
// beside the server, "merge" what an apply leaves of the live object. "decode" reads the
// request, "prune" takes out unknown fields, "nulls" nulls that the schema does
// not want; "metadata" is about metadata, also of embedded resources; "default"
// sets defaults, "status" keeps what the endpoint does not let a client write,
// "validate" is about what the schema says of values and "rules" about CEL rules;
// "convert" is on the way to the storage version and back.
type Stage string

// Action is what a stage did: "pruned" a field that the schema does not know,
// "dropped" a value for another reason, "defaulted" a field, "coerced" a value
// into another form, "kept" the stored value instead of the one that was sent,
// "set" what the server manages, "forgave" an error since nothing changed there,
// "skipped" its work, "warned" the one who asked, "overwrote" what somebody else had
// written, "lost" a field that another version does not know.
type Action string

// Step is one thing that happened to an object on its way.
type Step struct {
	Stage  Stage  `json:"stage"`
	Action Action `json:"action"`
	// Path is the place in the object, ServerPath the same as the server prints it.
	Path       string `json:"path"`
	ServerPath string `json:"-"`
	// Value is the value that was taken out, or the one that was put in.
	Value  any    `json:"value,omitempty"`
	Reason string `json:"reason"`
	// Line is the line of Path in the object's file; 0 if it has none.
	Line int `json:"line,omitempty"`
	// SchemaFile and SchemaLine are the place in the CRD's file of what caused it;
	// empty if nothing there did.
	SchemaFile string `json:"schemaFile,omitempty"`
	SchemaLine int    `json:"schemaLine,omitempty"`
}

// Row is a line of the table that kubectl get prints.
type Row struct {
	// Table tells which rows belong to one table: the group, version and kind.
	Table         string
	Namespace     string
	Header, Cells []string
}
