package editors

// A step is something that a user does in an editor. Do is the name of it:
//
//   - open opens the file Open.
//   - replace types By over the first occurrence of Replace.
//   - complete, hover, definition, action and rename ask for these at the end of the first occurrence of After. action
//     chooses the action that has Action in its title, rename gives the name Rename.
//
// The drivers of the editors read steps as JSON.
type step struct {
	Do      string `json:"do"`
	Open    string `json:"open,omitempty"`
	Replace string `json:"replace,omitempty"`
	By      string `json:"by,omitempty"`
	After   string `json:"after,omitempty"`
	Action  string `json:"action,omitempty"`
	Rename  string `json:"rename,omitempty"`
	// Clean says that the file that is opened has no findings. Servers are silent then, so the driver waits for a while.
	Clean bool `json:"clean,omitempty"`

	// What the editor has to show then.

	// Says are the arguments of the command that reports the same for the text, as far as the text then stands.
	Says []string `json:"-"`
	// First has to be among the first three completions.
	First string `json:"-"`
	// Has has to be in the hover, in the line that the definition leads to, or in the text after an edit.
	Has []string `json:"-"`
	// File is the one that the definition leads to.
	File string `json:"-"`
}

// A result is what an editor shows after a step.
type result struct {
	Error       string       `json:"error"`
	Diagnostics []diagnostic `json:"diagnostics"`
	Labels      []string     `json:"labels"`
	Hover       string       `json:"hover"`
	Text        string       `json:"text"`
	Place       *struct {
		File string `json:"file"`
		Text string `json:"text"`
	} `json:"place"`
}

type diagnostic struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// The steps are in the folder examples of this repository.
var (
	lint     = []string{"lint"}
	applyDry = []string{"apply-dry"}

	steps = []step{
		{Do: "open", Open: "examples/objects/faulty.yaml", Says: applyDry},
		{Do: "complete", After: "size: ", First: "large"},
		{Do: "hover", After: "  siz", Has: []string{"string", `"small"`}},
		{Do: "definition", After: "maxUnavailabl", File: "examples/widgets.yaml", Has: []string{"maxUnavailable:"}},
		{Do: "replace", Replace: "larg", By: "medium", Says: applyDry},
		{Do: "replace", Replace: `"8080"`, By: "80", Says: applyDry},
		{Do: "action", After: "  replic", Action: "replicas", Says: applyDry, Has: []string{"  replicas: 3"}},
		{Do: "open", Open: "examples/gadgets.yaml", Says: lint},
		{Do: "action", After: "scope: namesp", Action: "Namespaced", Says: lint, Has: []string{"scope: Namespaced"}},
		{Do: "replace", Replace: "requried", By: "required", Says: lint},
		{Do: "open", Open: "examples/widgets.yaml", Clean: true, Says: lint},
		{Do: "replace", Replace: "maxLength: 253", By: "maxLength: -253", Says: lint},
		{Do: "replace", Replace: "maxLength: -253", By: "maxLength: 253", Says: lint},
		{Do: "rename", After: "              ima", Rename: "picture", Has: []string{"              picture:", "required: [picture]"}},
		{Do: "open", Open: "compose.yaml", Clean: true},
	}
)
