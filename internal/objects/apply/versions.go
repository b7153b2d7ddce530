package apply

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// NewFor returns a Runner for several versions of Kubernetes, sorted. crds and opts.StoredBy are for the newest
// version, and results are its answers. report.Document.Servers lists the answers of the other versions.
func NewFor(crds *CRDs, opts RunOptions, versions []kube.Version) *Runner {
	r := New(crds, opts)
	r.versions = versions
	for _, v := range versions[:len(versions)-1] {
		there := opts
		there.Row = false
		if opts.StoredBy != nil {
			there.StoredBy = opts.StoredBy.At(v)
		}
		r.others = append(r.others, New(crds.At(v), there))
	}
	return r
}

// KubeVersions returns the requested versions if there are several.
func (r *Runner) KubeVersions() []string {
	if len(r.versions) < 2 {
		return nil
	}
	var names []string
	for _, v := range r.versions {
		names = append(names, v.String())
	}
	return names
}

// A findingKey identifies a finding across versions, whose messages differ.
type findingKey struct {
	code report.Code
	path string
	nth  int // counts findings with the same code and path
}

// A versionedFinding is a finding with the versions that report it, in the words of the newest of them.
type versionedFinding struct {
	on    []kube.Version
	words report.Finding
	mark  *report.Finding // the same finding of the newest version, or nil
}

// askOthers sends an object to the servers of the other versions, and notes the differences in its result.
func (r *Runner) askOthers(doc *source.Document, result *report.Result) {
	s := &report.Servers{Newest: r.versions[len(r.versions)-1].String()}
	by := make([]*report.Result, len(r.versions))
	by[len(by)-1] = result
	places := map[findingKey]*versionedFinding{}
	var order []*versionedFinding
	note := func(i int, f *report.Finding, count map[findingKey]int) *versionedFinding {
		key := findingKey{code: f.Code, path: f.Path}
		count[key]++
		key.nth = count[key]
		there := places[key]
		if there == nil {
			there = new(versionedFinding)
			places[key] = there
			order = append(order, there)
		}
		there.on, there.words = append(there.on, r.versions[i]), *f
		return there
	}
	for i := range by {
		count := map[findingKey]int{}
		if i < len(r.others) {
			other := r.others[i]
			apiVersion, kind := doc.TypeMeta()
			group, _ := splitAPIVersion(apiVersion)
			there, err := other.object(doc, other.crds.find(group, kind), (*request).load)
			if err != nil {
				f := untried(doc, kind, err)
				note(i, &f, count)
				s.Verdicts = append(s.Verdicts, report.Untried)
				continue
			}
			by[i] = there
		}
		s.Verdicts = append(s.Verdicts, by[i].Verdict)
		for j := range by[i].Findings {
			if by[i].Findings[j].Severity == finding.Info {
				continue // it explains another finding
			}
			there := note(i, &by[i].Findings[j], count)
			if by[i] == result {
				there.mark = &result.Findings[j]
			}
		}
		for _, f := range warnings(by[i]) {
			note(i, &f, count)
		}
	}
	for _, there := range order {
		if len(there.on) == len(r.versions) {
			continue
		}
		markOn(&there.words, there.on)
		if there.mark != nil {
			markOn(there.mark, there.on)
		}
		s.Findings = append(s.Findings, there.words)
	}
	slices.SortStableFunc(s.Findings, func(a, b report.Finding) int { return cmp.Compare(a.Line, b.Line) })
	result.Servers = s
}

// markOn adds the versions that report a finding to the finding.
func markOn(f *report.Finding, on []kube.Version) {
	f.Message += " (Kubernetes " + kube.Spans(on) + ")"
	for _, v := range on {
		f.KubeVersions = append(f.KubeVersions, v.String())
	}
}
