package apply

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// wrongMetadata returns a finding for each value of a wrong type in metadata. The server reports only the first,
// in the order of the keys.
func (q *request) wrongMetadata(a *dryrun.Result) []report.Finding {
	at := finding.Root(strings.Split(strings.TrimSuffix("metadata."+a.Behind.Where, "."), ".")...)
	n, exact := q.doc.Node(at.Segments())
	if !exact {
		return nil
	}
	cause := a.Behind.ValidatorText
	value := source.Resolve(n)
	if a.Behind.Wanted != "string" || value.Kind != yamlnode.Mapping {
		f := about(q.doc, code.MetadataWrongType, at, fmt.Sprintf("%s, where %s is wanted", described(source.Value(n)), goType(a.Behind.Wanted)), "")
		f.ServerMessage = cause
		return []report.Finding{f}
	}
	// Find the values of the map that are not strings.
	wrong := map[string]*yamlnode.Node{}
	for e := range source.Entries(value) {
		delete(wrong, e.Key) // the last of repeated keys is used
		if _, text := source.String(e.Value); !text && !source.IsNull(e.Value) {
			wrong[e.Key] = e.Value
		}
	}
	var out []report.Finding
	for i, key := range slices.Sorted(maps.Keys(wrong)) {
		p := at.Child(key)
		found := source.Value(wrong[key])
		help := ""
		if v := source.Resolve(wrong[key]); v.Kind == yamlnode.Scalar {
			help = fmt.Sprintf("put it in quotes: %q", v.Value)
			if isYAML11(v.Value) {
				help = saysBoolean(v.Value, fmt.Sprint(found))
			}
		}
		f := about(q.doc, code.MetadataWrongType, p, fmt.Sprintf("%s, where a string is wanted", described(found)), help)
		if f.ServerMessage = cause; i > 0 {
			f.ServerMessage, f.Later = "", true
		}
		out = append(out, f)
	}
	return out
}
