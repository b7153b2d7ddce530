package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var descriptionTodo = Rule{
	ID: "description-todo", Severity: finding.Info, Profile: Strict, Topic: Convention, Keywords: []string{},
	Title: "description contains a TODO or a similar note",
	Why: `TODO and FIXME in a comment are meant for developers, but are shown by ` + "`kubectl explain`" + ` and on reference
pages. In Go, put a line with three dashes before the note: controller-gen ignores everything after it. It also leaves
out lines that begin with TODO.`,
	Example: `
  size:
    type: string
-   description: "Of the box. TODO(sam): allow units"
+   description: Of the box.
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Description == "" || v.InMetadata(n) || v.Given(n) || coreTodo(n.Description) {
			return
		}
		if w := authorsNote(n.Description); w != "" {
			p.Report(v.Tree.Path(n.ID).Child("description"), "the description of %s contains a %s note", v.Called(n), w).Help =
				"remove the note; in Go, put a line with --- before it"
		}
	},
}

// authorsNote returns the word that starts a note of the author to himself, such as TODO, or "".
func authorsNote(text string) string {
	for _, w := range [...]string{"TODO", "FIXME", "XXX", "HACK"} {
		i := strings.Index(text, w)
		if i < 0 || i > 0 && !strings.ContainsRune(" \n\t(/[", rune(text[i-1])) {
			continue
		}
		if rest := text[i+len(w):]; rest != "" && strings.ContainsRune(":(", rune(rest[0])) {
			return w
		}
	}
	return ""
}

// coreTodo reports whether a note is from a type of the Kubernetes API that CRDs embed.
func coreTodo(text string) bool {
	return strings.Contains(text, "TODO: Add other useful fields. apiVersion, kind, uid?") ||
		strings.Contains(text, "TODO: Drop `kubebuilder:default`") ||
		strings.Contains(text, "TODO: this design is not final")
}
