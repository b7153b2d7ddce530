package gotypes

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Stale lists what the schema of a version and its Go types disagree about because it was
// not generated again, as far as that can be told: without what other tools make of CRDs
// after they are generated. File is that of the CRD, whose repository may say what they are,
// and name its own; "" for none. There is nothing to say of versions without types.
func (c *CRD) Stale(version int, schema map[string]any, file, name string) []Disagreement {
	return c.stale(version, schema, file, name, false)
}

// stale is Stale for a schema that may be asked about again after the next change in an editor.
func (c *CRD) stale(version int, schema map[string]any, file, name string, isKept bool) []Disagreement {
	if version >= len(c.roots) || c.roots[version] == nil {
		return nil
	}
	r := c.roots[version]
	found := unpatched(r.compare(schema, isKept), schema)
	if len(found) == 0 || file == "" {
		return found
	}
	if r.m.programAfter(file) {
		return nil
	}
	if places := r.m.changedAfter(file, name); len(places) > 0 {
		found = slices.DeleteFunc(found, func(d Disagreement) bool { return atOrBelow(d.Path, places) })
	}
	return found
}

// stripped is at how many places Go has to set a keyword of which a CRD has none, for a
// tool to have removed it everywhere.
const stripped = 4

func unpatched(found []Disagreement, schema map[string]any) []Disagreement {
	if len(found) == 0 {
		return nil
	}
	type place struct {
		file string
		line int
	}
	missing := map[string]map[place]bool{} // where Go has what the CRD has not, by keyword
	var opened [][]finding.Segment
	for i := range found {
		d := &found[i]
		if d.InCRD == nil && d.Keyword != "properties" {
			if missing[d.Keyword] == nil {
				missing[d.Keyword] = map[place]bool{}
			}
			missing[d.Keyword][place{d.Go.File, d.Go.Line}] = true
		}
		switch {
		case d.Keyword == preserve && d.InGo == nil, d.Keyword == "type" && d.InGo == "object" && d.InCRD == nil:
			opened = append(opened, d.Path[:len(d.Path)-1])
		}
	}
	var has map[string]bool
	return slices.DeleteFunc(found, func(d Disagreement) bool {
		if d.InGo == nil && (d.Go.Elsewhere || hasNoMarker(&d)) {
			return true // nor can the author say anything of types of others
		}
		if atOrBelow(d.Path, opened) {
			return true // the fields are cut off, or another schema stands there
		}
		if d.InCRD == nil && d.Keyword == "properties" && cutOff(schemaBelow(schema, d.Path[:len(d.Path)-2])) {
			return true
		}
		if d.InCRD != nil || len(missing[d.Keyword]) < stripped {
			return false
		}
		if has == nil {
			has = map[string]bool{}
			keywordsOf(schema, has)
		}
		return !has[d.Keyword]
	})
}

// hasNoMarker reports whether a CRD has a keyword that no marker sets.
func hasNoMarker(d *Disagreement) bool {
	switch d.Keyword {
	case "oneOf", "not":
		return true
	case "nullable": // is said of fields
		n := len(d.Path)
		return n >= 2 && (d.Path[n-2].Name == "items" || d.Path[n-2].Name == "additionalProperties") && (n < 3 || d.Path[n-3].Name != "properties")
	}
	return false
}

// cutOff reports whether the fields of a schema were removed to make the CRD smaller.
func cutOff(s map[string]any) bool { return s[preserve] == true && s["properties"] == nil }

// schemaBelow is the schema at a path below one; nil if there is none.
func schemaBelow(s any, path []finding.Segment) map[string]any {
	v, _ := jsonvalue.At(s, path)
	below, _ := v.(map[string]any)
	return below
}

const preserve = "x-kubernetes-preserve-unknown-fields"

// keywordsOf collects the keywords of a schema and of those below it.
func keywordsOf(s map[string]any, has map[string]bool) {
	for k, v := range s {
		has[k] = true
		switch k {
		case "properties":
			props, _ := v.(map[string]any)
			for _, p := range props {
				if sub, ok := p.(map[string]any); ok {
					keywordsOf(sub, has)
				}
			}
		case "items", "additionalProperties":
			if sub, ok := v.(map[string]any); ok {
				keywordsOf(sub, has)
			}
		}
	}
}
