package apply

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
)

var (
	kindPath       = finding.Root("kind")
	apiVersionPath = finding.Root("apiVersion")
)

// missing returns the finding about an object without a CRD, with the most similar kind.
func (r *Runner) missing(doc *source.Document, apiVersion, kind string) report.Finding {
	if apiVersion == "" || kind == "" {
		return r.unidentified(doc, apiVersion, kind)
	}
	group, version := splitAPIVersion(apiVersion)
	c, message, help := r.crds.absent(group, kind)
	at := kindPath
	if group == "" {
		at, message = apiVersionPath, fmt.Sprintf("no CRD for kind %q in the core group, to which apiVersion %q belongs", kind, version)
	}
	if strings.HasPrefix(help, wrongGroup) {
		at = apiVersionPath
	}
	return about(doc, c, at, message, help)
}

// unidentified returns the finding about an object without apiVersion or kind, at the field if it is present but
// empty.
func (r *Runner) unidentified(doc *source.Document, apiVersion, kind string) report.Finding {
	c, at, message, help := code.NoCRD, kindPath, fmt.Sprintf("the object has apiVersion %q, but no kind", apiVersion), ""
	switch {
	case kind == "" && source.Field(doc.Root, "kind") == nil:
		at = nil
	case kind != "":
		verb := "add"
		if source.Field(doc.Root, "apiVersion") != nil {
			at, verb = apiVersionPath, "write"
		}
		message = fmt.Sprintf("the object has kind %q, but no apiVersion", kind)
		if i := slices.IndexFunc(r.crds.sorted, func(d *definition) bool { return d.kind == kind }); i >= 0 {
			c, help = code.NoCRDSimilar, fmt.Sprintf("%s: apiVersion: %s", verb, r.crds.sorted[i].suggested())
		}
	}
	if field := doc.MistypedTypeMeta(); field != "" {
		message = field + " must be a string"
	}
	return about(doc, c, at, message, help)
}

// wrongGroup begins the help for a kind that another group has.
const wrongGroup = "did you mean apiVersion: "

// absent returns the message about a missing CRD, and help that lists similar kinds. The code says whether there
// is one.
func (s *CRDs) absent(group, kind string) (c finding.Code, message, help string) {
	message = fmt.Sprintf("no CRD for kind %q in group %q", kind, group)
	if group == source.XRDGroup {
		return code.NoCRD, message, "it is of Crossplane, whose CRDs can be named with --crds"
	}
	var sameGroup, kinds, groups []string
	for _, d := range s.sorted {
		switch {
		case d.group == group:
			sameGroup = append(sameGroup, d.kind)
		case d.kind == kind:
			groups = append(groups, d.group)
		}
		kinds = append(kinds, d.kind)
	}
	if s.Len() == 0 {
		return code.NoCRD, message, "no CRDs were given or found; add them with --crds"
	}
	if near := nearest.Name(kind, sameGroup); near != "" {
		return code.NoCRDSimilar, message, fmt.Sprintf("did you mean kind: %s?", near)
	}
	if len(groups) > 0 {
		near := nearest.Name(group, groups)
		c = code.NoCRDSimilar
		if near == "" { // many groups have a kind such as Cluster
			c, near = code.NoCRD, groups[0]
		}
		return c, message, fmt.Sprintf(wrongGroup+"%s?", s.find(near, kind).suggested())
	}
	if len(sameGroup) > 0 {
		return code.NoCRD, message, fmt.Sprintf("the CRDs of the group are for %s; add the missing one with --crds", enumerate(sameGroup))
	}
	if near := nearest.Name(kind, kinds); near != "" {
		i := slices.IndexFunc(s.sorted, func(d *definition) bool { return d.kind == near })
		return code.NoCRD, message, fmt.Sprintf("did you mean kind: %s of %s?", near, s.sorted[i].suggested())
	}
	return code.NoCRD, message, fmt.Sprintf("none of the %d CRDs has a similar kind; add the missing one with --crds", s.Len())
}

// suggested returns the apiVersion to suggest for objects of a CRD: that of the first served version.
func (d *definition) suggested() string {
	versions := source.Field(source.Field(d.doc.Root, "spec"), "versions")
	if versions != nil {
		for _, v := range versions.Content {
			if served := source.Field(v, "served"); served != nil && source.Scalar(served) == true {
				return d.group + "/" + text(v, "name")
			}
		}
	}
	return d.group + "/VERSION"
}

// enumerate lists at most six words and counts the rest.
func enumerate(words []string) string {
	const most = 6
	out := ""
	for i, w := range words {
		switch {
		case i == most:
			return out + fmt.Sprintf(" and %d more", len(words)-most)
		case i > 0:
			out += ", "
		}
		out += w
	}
	return out
}

// about returns an error about the value at a path, or about the whole document.
func about(doc *source.Document, c finding.Code, at *finding.Path, message, help string) report.Finding {
	f := finding.Finding{Code: c, Severity: finding.Error, Path: at, Message: message, Help: help, Pos: doc.Locate(at.Segments())}
	return f.Report(doc.File.Name)
}
