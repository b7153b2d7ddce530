package diffrun

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// origin returns the place in Go of a change. For a removed field it is the type that had it. name is the field
// that a change of required is about, or "".
func (d *Differ) origin(old, new *source.Document, was, is *finding.Path, name string) *report.Origin {
	if d.Origins == nil || new == nil {
		return nil
	}
	var way []finding.Segment
	switch {
	case is != nil:
		way = unrequired(new, is.Segments(), name)
		if o := d.Origins.At(new, way); o != nil {
			return o
		}
	case was != nil:
		way = slices.Clone(was.Segments())
		if len(way) < schemaDepth || way[1].Name != "versions" {
			return nil
		}
		i, ok := versionBeside(old, new, way[2].Index)
		if !ok {
			return nil
		}
		way[2].Index = i
	}
	for n := len(way) - 1; n >= schemaDepth; n-- {
		if _, there := new.Node(way[:n]); there {
			if o := d.Origins.Declared(new, way[:n]); o != nil {
				return o
			}
		}
	}
	return nil
}

// unrequired returns the path of the field that is no longer required if path leads to required, which has no
// entry for it. It returns other paths unchanged.
func unrequired(new *source.Document, path []finding.Segment, name string) []finding.Segment {
	n := len(path) - 1
	if name == "" || n < schemaDepth || path[n].IsIndex || path[n].Name != "required" {
		return path
	}
	field := append(slices.Clone(path[:n]), finding.Segment{Name: "properties"}, finding.Segment{Name: name})
	if _, there := new.Node(field); !there {
		return path
	}
	return field
}

// schemaDepth is the length of the path of a version's schema.
const schemaDepth = 5

// versionBeside returns the index in the new document of version i of the old one.
func versionBeside(old, new *source.Document, i int) (int, bool) {
	name := func(d *source.Document, i int) string {
		n, exact := d.Node(finding.Root("spec", "versions").Index(i).Child("name").Segments())
		if !exact {
			return ""
		}
		s, _ := source.String(n)
		return s
	}
	want := name(old, i)
	if want == "" {
		return 0, false
	}
	for j := 0; ; j++ {
		if _, exact := new.Node(finding.Root("spec", "versions").Index(j).Segments()); !exact {
			return 0, false
		}
		if name(new, j) == want {
			return j, true
		}
	}
}
