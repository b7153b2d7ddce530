package apply

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/nearest"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// strictError is in the server's answer to unknown and repeated fields.
const strictError = "strict decoding error: "

// explainRefusal says why a request is refused that the server gives no causes
// for.
func (q *request) explainRefusal(a *dryrun.Result) []report.Finding {
	var out []report.Finding
	add := func(rule string, at *finding.Path, message, help string) {
		out = append(out, about(q.doc, rule, at, finding.Error, message, help))
	}
	v := q.def.version(q.version)
	switch {
	case a.APIServer.Code == http.StatusNotFound && (v == nil || !v.Served):
		q.explainVersion(v != nil, add)
		return out
	case a.APIServer.Code == http.StatusNotFound && !q.isThere:
		add("not-found", finding.Root("metadata", "name"), fmt.Sprintf("no live object %q, whose %s could be written", q.id.name, q.opts.Subresource), "")
		return out
	case a.APIServer.Code == http.StatusNotFound:
		add("no-subresource", apiVersionPath, fmt.Sprintf("version %s of the CRD has no %s subresource", q.version, q.opts.Subresource), "")
		return out
	}
	switch message := a.APIServer.Message; {
	case strings.HasPrefix(message, "the namespace of the provided object"):
		namespace, _ := names(q.doc)
		add("namespace", finding.Root("metadata", "namespace"), fmt.Sprintf("the object is for namespace %q, and the request for %q", namespace, q.id.namespace), "")
	case strings.Contains(message, "the object has been modified"):
		add("conflict", finding.Root("metadata", "resourceVersion"), "not the resourceVersion of the live object", "leave it out")
	case strings.Contains(message, "Precondition failed: UID"):
		add("conflict", finding.Root("metadata", "uid"), "not the uid of the live object", "leave it out")
	case malformed.MatchString(message):
		m := malformed.FindStringSubmatch(message)
		at := finding.Root(append([]string{"metadata"}, strings.Split(m[1], ".")...)...)
		if n, exact := q.doc.Node(at.Segments()); exact {
			add("metadata", at, fmt.Sprintf("%s, where %s is wanted", described(source.Value(n)), goType(m[2])), "")
		}
	case strings.Contains(message, strictError):
		for _, e := range a.Trace {
			switch {
			case e.Action == dryrun.Pruned, e.Stage == dryrun.Metadata && e.Action == dryrun.Dropped && e.Reason == "no such field in ObjectMeta":
				message, help := "no such field", ""
				if near := q.misspelt(e.At); near != "" {
					help = fmt.Sprintf("did you mean %q?", near)
				}
				f := about(q.doc, "unknown-field", e.At, finding.Error, message, help)
				f.SetPos(q.doc.LocateKey(e.At.Segments()))
				f.ServerMessage = fmt.Sprintf("unknown field %q", e.At.Server())
				out = append(out, f)
			}
		}
		out = append(out, q.repeated()...)
	}
	if len(out) == 0 {
		add("refused", nil, a.APIServer.Message, "")
	}
	return out
}

// malformed is the answer to metadata of a wrong type.
var malformed = regexp.MustCompile(`into Go struct field ObjectMeta\.(\S+) of type (\S+)`)

func goType(t string) string {
	switch t {
	case "string":
		return "a string"
	case "bool":
		return "a boolean"
	case "int64":
		return "an integer"
	case "map[string]string":
		return "an object of strings"
	case "[]string":
		return "a list of strings"
	}
	if strings.HasPrefix(t, "[]") {
		return "a list of objects"
	}
	return t
}

func (q *request) explainVersion(exists bool, add func(rule string, at *finding.Path, message, help string)) {
	var served []string
	for i := range q.def.crd.Spec.Versions {
		if v := &q.def.crd.Spec.Versions[i]; v.Served {
			served = append(served, v.Name)
		}
	}
	message := fmt.Sprintf("the CRD has no version %q", q.version)
	if exists {
		message = fmt.Sprintf("version %q is not served", q.version)
	}
	help := "none is served"
	switch near := nearest.Name(q.version, served); {
	case near != "" && len(served) > 1:
		help = fmt.Sprintf("served are %s; did you mean %s/%s?", enumerate(served), q.def.group, near)
	case len(served) == 1:
		help = fmt.Sprintf("served is %s/%s", q.def.group, served[0])
	case len(served) > 1:
		help = "served are " + enumerate(served)
	}
	add("version", apiVersionPath, message, help)
}

// repeated finds the keys that a document has twice.
func (q *request) repeated() []report.Finding {
	var out []report.Finding
	var walk func(n *yaml.Node, at *finding.Path)
	walk = func(n *yaml.Node, at *finding.Path) {
		switch n.Kind {
		case yaml.MappingNode:
			var seen []string
			for e := range source.Entries(n) {
				p := at.Child(e.Key)
				if slices.Contains(seen, e.Key) && !e.Merged {
					f := finding.Finding{Rule: "duplicate-field", Path: p, Message: "written twice; the last one counts", Help: "keep one of the two", Pos: q.doc.NodePos(e.KeyNode)}
					out = append(out, report.Of(q.doc.File.Name, &f))
				}
				seen = append(seen, e.Key)
				walk(e.Value, p)
			}
		case yaml.SequenceNode:
			for i, item := range n.Content {
				walk(item, at.Index(i))
			}
		}
	}
	walk(q.doc.Root, nil)
	return out
}
