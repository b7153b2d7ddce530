package files

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// Want is what a command reads files for.
type Want int

const (
	// CRDs are wanted: files that do not speak of any are skipped unread.
	CRDs Want = iota
	// Objects are wanted, with the CRDs among them.
	Objects
	// Clusters are wanted: CRDs, and the webhooks that change objects.
	Clusters
)

// A Reason is why a file that was found is skipped, in part or as a whole.
type Reason string

// The reasons.
const (
	// Patch is a file that a kustomization changes resources with.
	Patch Reason = "kustomize-patch"
	// Partial is a CRD with neither group, nor names, nor scope, or an object that is
	// as far from being one: a patch, or what a test expects.
	Partial Reason = "partial"
	// Groupless is a CRD that controller-gen wrote for a Go package without the marker +groupName, which no server
	// takes and nobody installs.
	Groupless Reason = "no-group"
	// Template is a template of Helm, or of another program that fills in {{ }}.
	Template Reason = "template"
	// Placeholder is a file with objects that are refused for nothing but places that a
	// program is to fill in, as envsubst does ${NAME}.
	Placeholder Reason = "placeholder"
	// Expected is a file that a test of chainsaw or kuttl compares objects with.
	Expected Reason = "expected"
	// Past is a file of a release with a CRD that another file has too.
	Past Reason = "release"
	// XRD is a file with a CompositeResourceDefinition, from which Crossplane derives a CRD.
	XRD Reason = "crossplane-xrd"
	// Unreadable is a file that is neither YAML nor JSON, and does not speak of a CRD.
	Unreadable Reason = "unreadable"
	// Other is a file that has nothing that is wanted.
	Other Reason = "other"
)

// Passed is a file that is skipped, or a part of it.
type Passed struct {
	Reason Reason
	Name   string
	// By is the directory of the kustomization or of the chart; "" if there is none.
	By string
}

// A Summary counts what is skipped. The zero Summary is empty.
type Summary struct {
	// Passed are all but the files of reason Other.
	Passed []Passed
	// Others counts those.
	Others int
}

// Add adds what was skipped of a file.
func (s *Summary) Add(passed []Passed) {
	for _, p := range passed {
		if p.Reason == Other {
			s.Others++
			continue
		}
		s.Passed = append(s.Passed, p)
	}
}

// Report is what is skipped for the readers of reports.
func (s *Summary) Report() []report.PassedOver {
	var list []report.PassedOver
	for _, p := range s.Passed {
		list = append(list, report.PassedOver{Reason: string(p.Reason), File: p.Name, By: p.By})
	}
	return list
}

// Lines tells each reason in a line, with the command that makes manifests of the files
// for a command of ours, such as "lint"; verbose adds the names of the files.
func (s *Summary) Lines(command string, verbose bool) []string {
	var lines []string
	for _, reason := range [...]Reason{Patch, Partial, Groupless, Template, Placeholder, XRD, Expected, Past, Unreadable} {
		var names, by []string
		for _, p := range s.Passed {
			if p.Reason == reason {
				names = append(names, p.Name)
				if p.By != "" {
					by = append(by, p.By)
				}
			}
		}
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		names = slices.Compact(names)
		slices.Sort(by)
		by = slices.Compact(by)
		lines = append(lines, reason.line(names, by, command))
		if verbose && len(names) > 1 {
			for _, name := range names {
				lines = append(lines, "  "+name)
			}
		}
	}
	return lines
}

func (r Reason) line(names, by []string, command string) string {
	one := len(names) == 1
	which := func(one, many string) string { return plural(len(names), one, many) + in(names) }
	numbered := func(single, several string) string {
		if one {
			return single
		}
		return several
	}
	switch r {
	case Patch:
		return fmt.Sprintf("%s skipped; to check what %s applied to: kustomize build %s | crdtool %s -", which("patch of Kustomize", "patches of Kustomize"), numbered("it is", "they are"), first(by), command)
	case Partial:
		return which("file with a CRD that has no group, names and scope", "files with CRDs that have no group, names and scope") + " skipped, as " + numbered("a patch", "patches")
	case Groupless:
		return which("file", "files") + " that controller-gen wrote for a Go package without +groupName skipped; to write none, give controller-gen the packages of the API: paths=./api/..."
	case Template:
		if len(by) == 0 {
			return which("template", "templates") + " skipped; to check what is made of " + numbered("it", "them") + ", pipe that into: crdtool " + command + " -"
		}
		return fmt.Sprintf("%s skipped; to check what %s: helm template %s | crdtool %s -", which("template", "templates"), numbered("it makes", "they make"), first(by), command)
	case Placeholder:
		return fmt.Sprintf("%s skipped; to check what becomes of them: envsubst < FILE | crdtool %s -", which("file with objects to be filled in, as in ${NAME},", "files with objects to be filled in, as in ${NAME},"), command)
	case XRD:
		return which("file with a CompositeResourceDefinition of Crossplane", "files with CompositeResourceDefinitions of Crossplane") + " skipped; to check the CRD that Crossplane derives: kubectl get crd NAME -o yaml | crdtool lint -"
	case Past:
		return fmt.Sprintf("%s skipped, since other files have the same CRDs; to compare %s, name %s", which("file of a release", "files of releases"), numbered("it", "them"), numbered("it", "them"))
	case Expected:
		return which("file that a test compares objects with", "files that tests compare objects with") + " skipped"
	}
	return which("file that is neither YAML nor JSON", "files that are neither YAML nor JSON") + " skipped"
}

// first is the first of some directories, and how many more there are.
func first(by []string) string {
	if len(by) == 0 {
		return "DIRECTORY"
	}
	shortest := slices.MinFunc(by, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
	if strings.ContainsAny(shortest, " \t'\"$`\\*?[](){}|&;<>#~!") {
		return "'" + strings.ReplaceAll(shortest, "'", `'\''`) + "'"
	}
	return shortest
}

// in says where files are, if that is one place.
func in(names []string) string {
	if len(names) == 1 {
		return " (" + names[0] + ")"
	}
	return ""
}
