package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
)

// classTitles say who notices the changes of a class.
var classTitles = map[upgrade.Class]string{
	upgrade.Install:       "the server refuses the update of the CRD itself, or kubectl cannot apply it",
	upgrade.Stored:        "stored objects lose data, cannot be updated, or are read otherwise",
	upgrade.Writers:       "requests that were accepted are refused, or store something else",
	upgrade.Unproven:      "nothing shows that anybody notices, and nothing proves that nobody does",
	upgrade.Readers:       "clients may meet what they never met, or miss what they had",
	upgrade.Compatible:    "whatever was accepted is, and stays as it was",
	upgrade.Documentation: "only people see a difference",
}

// ChangesMarkdown writes the documentation of the kinds of changes as one page.
func ChangesMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Kinds of changes

<!-- Written by "make docs" from the text of the kinds in internal/upgrading/upgrade. -->

What ` + "`crdtool diff`" + ` finds between two CRDs. Each change has a class, which says who notices it
first, and a code, which stays the same from release to release; ` + "`crdtool rules CODE`" + ` prints the
documentation of one.

## In which release a change may go out

The verdict on a CRD is that of its worst change, and the verdict on a run that of its worst CRD.

| a change that | in v1 and v1beta1 | in v1alpha1 |
|---|---|---|
| the server refuses to install | major | major |
| breaks | major | minor |
| is unproven: no object shows that it breaks, and nothing proves that it does not | major? | minor |
| does not break: of the classes stored, writers, readers and compatible | minor | minor |
| is documentation, or is only written in another way | patch | patch |

A version with ` + "`alpha`" + ` in its name promises nothing; all others promise to stay compatible, by the
[deprecation policy](https://kubernetes.io/docs/reference/using-api/deprecation-policy/) of Kubernetes.
What a version does that is not served breaks nobody, nor does the end of a beta version that was
deprecated: those who still use it get 404, but the deprecation policy lets it end. Changes of the CRD as a whole break if any version that was served promises anything.

A change that breaks has an object that shows it: one that the old CRD accepts and that the new one
refuses, or stores otherwise. Where the search finds none, and nothing proves that there is none, the
change is of the class unproven, and the verdict is ` + "`major?`" + `: try it on live objects with
` + "`--objects`" + `. The exit status is 1 with ` + "`--fail-on unproven`" + ` alone. Where the search could not be
finished, as no object could be made to begin with, or the CRD has very many changes, the change counts as breaking.
`)
	for _, class := range upgrade.Classes() {
		if class == upgrade.Unproven {
			continue // changes of any kind that breaks
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n| code | breaks | what changes |\n|---|---|---|\n", class, upper(classTitles[class]))
		for _, k := range upgrade.Kinds() {
			if k.Class == class {
				fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", k.ID, k.ID, map[bool]string{true: "yes"}[k.Breaks], k.Title)
			}
		}
		for _, k := range upgrade.Kinds() {
			if k.Class == class {
				fmt.Fprintf(&b, "\n### %s\n\n%s", k.ID, changeHelp(k))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ChangePage writes the documentation of one kind of change for people.
func ChangePage(w io.Writer, k *upgrade.Kind) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", k.ID, k.Title)
	fmt.Fprintf(&b, "%-10scrdtool diff\n%-10s%s: %s\n%-10s%s\n", "found by", "class", k.Class, classTitles[k.Class], "verdict", kindVerdict(k))
	if k.Effect != "" {
		fmt.Fprintf(&b, "\n%s\n", wrapped("Effect: "+k.Effect+".", pageWidth))
	}
	if k.Help != "" {
		fmt.Fprintf(&b, "\n%s\n", wrapped("Instead: "+k.Help+".", pageWidth))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ChangeMarkdown writes the documentation of one kind of change as a page.
func ChangeMarkdown(w io.Writer, k *upgrade.Kind) error {
	_, err := io.WriteString(w, "# "+k.ID+"\n\n"+changeHelp(k))
	return err
}

// ChangeJSON writes the documentation of one kind of change as an object.
func ChangeJSON(w io.Writer, k *upgrade.Kind) error {
	return encode(w, struct {
		ID     string        `json:"id"`
		Class  upgrade.Class `json:"class"`
		Breaks bool          `json:"breaks"`
		Title  string        `json:"title"`
		Effect string        `json:"effect,omitempty"`
		Help   string        `json:"help,omitempty"`
		URL    string        `json:"url"`
	}{k.ID, k.Class, k.Breaks, k.Title, k.Effect, k.Help, changeURL(k.ID)})
}

// kindVerdict says in which release changes of a kind may go out.
func kindVerdict(k *upgrade.Kind) string {
	switch {
	case k.Class == upgrade.Install:
		return "major"
	case k.Breaks:
		return "major, or minor in a version that promises nothing, such as v1alpha1"
	}
	return string(upgrade.Judge([]upgrade.Change{{Kind: k, Class: k.Class}}))
}

// changeHelp is the documentation of a kind of change in Markdown.
func changeHelp(k *upgrade.Kind) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. Verdict: %s.\n", upper(k.Title), kindVerdict(k))
	if k.Effect != "" {
		fmt.Fprintf(&b, "\nEffect: %s.\n", k.Effect)
	}
	if k.Help != "" {
		fmt.Fprintf(&b, "\nInstead: %s.\n", k.Help)
	}
	return b.String()
}

// sarifChangeRules describe the kinds of changes.
func sarifChangeRules(index map[string]int) []sarifRule {
	var list []sarifRule
	for _, k := range upgrade.Kinds() {
		s, precision := finding.Info, "high"
		if k.Breaks {
			s = finding.Error
		}
		if k.Class == upgrade.Install {
			precision = "very-high"
		}
		index[k.ID] = len(list)
		list = append(list, sarifRule{
			ID:               k.ID,
			ShortDescription: sarifText{Text: k.Title},
			FullDescription:  sarifText{Text: upper(k.Title) + ". " + upper(classTitles[k.Class]) + "."},
			Help:             sarifText{Text: plainHelp(k), Markdown: changeHelp(k)},
			HelpURI:          changeURL(k.ID),
			Default:          sarifDefault{Level: sarifLevel(s)},
			Properties:       sarifRuleProperties{Tags: []string{string(k.Class), "kubernetes", "crd"}, Precision: precision, ProblemSeverity: problemSeverity(s)},
		})
	}
	return list
}

func plainHelp(k *upgrade.Kind) string { return strings.TrimSpace(changeHelp(k)) }
