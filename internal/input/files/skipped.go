package files

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// Want is the kind of documents that a command reads.
type Want int

const (
	// CRDs: files that do not mention any are not parsed.
	CRDs Want = iota
	// Objects, and the CRDs among them.
	Objects
	// Clusters: CRDs, and mutating webhooks.
	Clusters
)

// A Reason is the reason why a found file is skipped, in part or as a whole.
type Reason string

// Patch is a file with which a kustomization changes resources.
const (
	// Patch is a file that a kustomization changes resources with.
	Patch Reason = "kustomize-patch"
	// Partial is a CRD with neither group, names nor scope, or a similarly incomplete object: a patch, or an
	// expectation of a test.
	Partial Reason = "partial"
	// Groupless is a CRD that controller-gen made from a Go package without the marker +groupName. No server accepts
	// it, and nobody installs it.
	Groupless Reason = "no-group"
	// Template is a template of Helm, or of another program that replaces {{ }}.
	Template Reason = "template"
	// Placeholder is a file with objects that are refused only because of placeholders, such as ${NAME} for envsubst.
	Placeholder Reason = "placeholder"
	// Encrypted is a file with objects that SOPS encrypted, which a GitOps controller decrypts.
	Encrypted Reason = "encrypted"
	// Expected is a file that a test of chainsaw or kuttl compares objects with.
	Expected Reason = "expected"
	// Past is a file of a release with a CRD that another file has, too.
	Past Reason = "release"
	// Unreadable is a file that is neither YAML nor JSON, and does not mention a CRD.
	Unreadable Reason = "unreadable"
	// Other is a file without a wanted document.
	Other Reason = "other"
)

// Passed is a skipped file, or a file with a skipped part.
type Passed struct {
	Reason Reason
	Name   string
	// By is the directory of the kustomization or the chart; "" if there is none.
	By string
}

// A Summary counts skipped files. The zero Summary is empty.
type Summary struct {
	// Passed are all files but those with reason Other.
	Passed []Passed
	// Others counts the files with reason Other.
	Others int
}

// Add adds the skipped parts of a file.
func (s *Summary) Add(passed []Passed) {
	for _, p := range passed {
		if p.Reason == Other {
			s.Others++
			continue
		}
		s.Passed = append(s.Passed, p)
	}
}

// Report returns the skipped files for reports.
func (s *Summary) Report() []report.PassedOver {
	var list []report.PassedOver
	for _, p := range s.Passed {
		list = append(list, report.PassedOver{Reason: string(p.Reason), File: p.Name, By: p.By})
	}
	return list
}

// Lines returns a line for each reason, with the command that makes manifests of the files for a command of
// crdtool, such as "lint"; verbose adds the names of the files.
func (s *Summary) Lines(command string, verbose bool) []string {
	var lines []string
	for _, reason := range [...]Reason{Patch, Partial, Groupless, Template, Placeholder, Encrypted, Expected, Past, Unreadable} {
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
		build := fmt.Sprintf("kustomize build %s | crdtool %s -", first(by), command)
		if command == "lint" || command == "apply-dry" {
			build = fmt.Sprintf("crdtool %s -k %s", command, first(by))
		}
		return fmt.Sprintf("%s skipped; to check what %s applied to: %s", which("patch of Kustomize", "patches of Kustomize"), numbered("it is", "they are"), build)
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
	case Encrypted:
		return fmt.Sprintf("%s skipped; to check what becomes of them: sops decrypt FILE | crdtool %s -", which("file with objects that are encrypted by SOPS", "files with objects that are encrypted by SOPS"), command)
	case Past:
		return fmt.Sprintf("%s skipped, since other files have the same CRDs; to compare %s, name %s", which("file of a release", "files of releases"), numbered("it", "them"), numbered("it", "them"))
	case Expected:
		return which("file that a test compares objects with", "files that tests compare objects with") + " skipped"
	}
	return which("file that is neither YAML nor JSON", "files that are neither YAML nor JSON") + " skipped"
}

// first returns the first of some directories, and the number of the others.
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

// in returns the name of the file if there is only one.
func in(names []string) string {
	if len(names) == 1 {
		return " (" + names[0] + ")"
	}
	return ""
}
