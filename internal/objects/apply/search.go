package apply

import (
	"regexp"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// FoundFile sends the objects of a file that was found in a directory. Unlike File, it skips templates and
// documents that are no objects of a cluster, and returns the reasons.
func (r *Runner) FoundFile(f *source.File, how *files.File) (FileReport, []files.Passed) {
	s := search{name: f.Name, placeholder: placeholder, steps: r.sequence != nil}
	if how.Tested {
		s.placeholder = expression
	}
	out := r.file(f, &s)
	return out, s.passed
}

// A search records what is skipped in a file.
type search struct {
	name        string
	placeholder func() *regexp.Regexp
	// steps says that the objects are steps of a sequence, so an object with only a status is sent, too.
	steps  bool
	passed []files.Passed
}

func (s *search) pass(reason files.Reason) {
	if p := (files.Passed{Reason: reason, Name: s.name}); !slices.Contains(s.passed, p) {
		s.passed = append(s.passed, p)
	}
}

// placeholder matches text that envsubst, clusterctl, Flux or a template engine replaces.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{ ?[A-Za-z_]|\{\{`) })

// expression matches expressions that chainsaw evaluates before it applies an object, and placeholders.
var expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(placeholder().String() + `|(^|[\s'".])\(.*\)`) })

// sift removes the errors at placeholders from a refused object. It reports whether to skip the object: no other
// errors remain, or the object is only a status that a test waits for.
func (s *search) sift(doc *source.Document, r *report.Result) bool {
	if r.Verdict != report.Refused {
		return false
	}
	if onlyStatus(doc) && !s.steps {
		s.pass(files.Expected)
		return true
	}
	errors, left := 0, r.Findings[:0:0]
	for i := range r.Findings {
		e := &r.Findings[i]
		if e.Severity == finding.Error {
			if s.toBeFilledIn(doc.File, e) {
				continue
			}
			errors++
		}
		left = append(left, *e)
	}
	if errors == 0 {
		s.pass(files.Placeholder)
		return true
	}
	r.Findings = left
	return false
}

func (s *search) toBeFilledIn(f *source.File, e *report.Finding) bool {
	if s.placeholder().MatchString(e.Path) || s.placeholder().MatchString(e.Message) {
		return true
	}
	if e.Line == 0 || e.EndLine != e.Line {
		return false
	}
	line := f.Line(e.Line)
	from, to := e.Column-1, e.EndColumn-1
	return from >= 0 && from < to && to <= len(line) && (s.placeholder().MatchString(line[from:to]) || variable().MatchString(line[from:to]))
}

// variable matches a variable of Kustomize or of the environment, or a value in angle brackets.
var variable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$\([A-Za-z_]|\$[A-Z][A-Z0-9_]+|^["']?<[A-Za-z][\w .-]*>["']?$`)
})

// isTemplate reports whether apiVersion or kind has a placeholder.
func (s *search) isTemplate(apiVersion, kind string) bool {
	for _, of := range [...]string{apiVersion, kind} {
		if s.placeholder().MatchString(of) || variable().MatchString(of) {
			return true
		}
	}
	return false
}

// isNone reports whether a document without a CRD is no object of a cluster. Such a document has no name, like
// files that only a program reads, or lacks kind or apiVersion while no CRD is similar.
func (r *Runner) isNone(doc *source.Document, group, kind string) bool {
	if unnamed(doc) {
		return true
	}
	apiVersion, _ := doc.TypeMeta()
	switch {
	case kind == "":
		return !slices.ContainsFunc(r.crds.sorted, func(d *definition) bool { return d.group == group })
	case apiVersion == "":
		return !slices.ContainsFunc(r.crds.sorted, func(d *definition) bool { return d.kind == kind })
	}
	return false
}

// unnamed reports whether an object has neither name nor generateName, and no unknown field of metadata that may
// be meant as its name.
func unnamed(doc *source.Document) bool {
	for e := range source.Entries(source.Field(doc.Root, "metadata")) {
		switch e.Key {
		case "labels", "annotations", "namespace", "creationTimestamp":
		case "name", "generateName":
			if s, ok := source.String(e.Value); !ok && !source.IsNull(e.Value) || s != "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyStatus reports whether an object has a status and no other field to store. Tests wait for such objects.
func onlyStatus(doc *source.Document) bool {
	status := false
	for e := range source.Entries(doc.Root) {
		switch e.Key {
		case "apiVersion", "kind", "metadata":
		case "status":
			status = true
		default:
			return false
		}
	}
	return status
}
