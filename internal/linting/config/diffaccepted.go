package config

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// Accepted accepts the changes that match all fields that are set.
type Accepted struct {
	// CRD is a glob of names, Path a glob of fields.
	CRD, Version, Code, Path string
	Reason                   string
	// Until is the last valid day, in the form DateForm; "" for no end.
	Until string
	// File and Line are the position of the entry.
	File string
	Line int
}

// DateForm is the layout of days. Days in this form sort as strings.
const DateForm = time.DateOnly

// Covers reports whether a change of a CRD matches, on any day.
func (a *Accepted) Covers(crd string, c *report.Change) bool {
	if !a.About(crd) || a.Version != "" && a.Version != c.Version || a.Code != "" && a.Code != c.Code {
		return false
	}
	return a.Path == "" || c.Field != "" && matches(fieldGlob(a.Path), fieldGlob(c.Field))
}

// About reports whether the entry is about a CRD.
func (a *Accepted) About(crd string) bool {
	if a.CRD == "" {
		return true
	}
	ok, _ := path.Match(a.CRD, crd)
	return ok
}

// String returns the criteria of the entry.
func (a *Accepted) String() string {
	var parts []string
	for _, p := range []string{a.Code, a.CRD, a.Version, a.Path} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " ")
}

// fieldGlob converts a field, or a glob of fields, to the slash-separated form of matches.
func fieldGlob(field string) string {
	return strings.ReplaceAll(strings.ReplaceAll(field, "[*]", "."+anyItem), ".", "/")
}

// Wrong returns the first error of the entry, or "".
func (a *Accepted) Wrong() string {
	switch {
	case strings.TrimSpace(a.Reason) == "":
		return "an accepted change needs a reason"
	case a.Code == "" && a.Path == "":
		return "set code or path, so that not every change is accepted"
	}
	if a.Code != "" && !isChange(a.Code) {
		text := "unknown code " + quoted(a.Code)
		if near := nearest.Name(a.Code, changeCodes()); near != "" {
			text += "; did you mean " + quoted(near) + "?"
		}
		return text + docsOfChanges
	}
	if _, err := path.Match(a.CRD, ""); err != nil {
		return quoted(a.CRD) + " is not a glob of names of CRDs"
	}
	if a.Path != "" && !validGlob(fieldGlob(a.Path)) {
		return quoted(a.Path) + " is not a field such as spec.hosts[*].name, nor a glob of fields"
	}
	if a.Until != "" {
		if _, err := time.Parse(DateForm, a.Until); err != nil {
			return quoted(a.Until) + " is not a day; write it as 2030-12-31"
		}
	}
	return ""
}

const docsOfChanges = "; docs/changes.md lists them"

func quoted(s string) string { return `"` + s + `"` }

// changeCodes returns the codes of changes.
func changeCodes() []string {
	var all []string
	for _, k := range upgrade.Kinds() {
		all = append(all, k.ID)
	}
	return all
}

// isChange reports whether a change may have this code. Some changes of other tools have the code of a lint
// rule.
func isChange(code string) bool {
	return slices.Contains(changeCodes(), code) || slices.Contains([]string{"schema-changed", "versions-disagree"}, code) || rules.FindDocumented(code) != nil
}

func (r *reader) accepted(n *yamlnode.Node) []Accepted {
	var all []Accepted
	for _, item := range r.items(n) {
		pos := r.doc.NodePos(source.Resolve(item))
		a := Accepted{File: r.file.Name, Line: pos.Line}
		before := len(r.found)
		text := func(to *string) func(*yamlnode.Node) {
			return func(n *yamlnode.Node) { *to = r.text(n) }
		}
		r.mapping(item, "an accepted change", fields{
			"crd": text(&a.CRD), "version": text(&a.Version), "code": text(&a.Code), "path": text(&a.Path),
			"reason": text(&a.Reason), "until": text(&a.Until),
		})
		if len(r.found) > before {
			continue
		}
		if wrong := a.Wrong(); wrong != "" {
			r.add(pos, "%s", wrong)
			continue
		}
		all = append(all, a)
	}
	return all
}

func acceptedSchema() object {
	text := func(about string) object { return object{"$ref": "#/definitions/text", "description": about} }
	return object{
		"description": "Changes that are accepted: those that match all of the given keys.",
		"type":        []string{"array", "null"},
		"items": object{
			"type": "object",
			"properties": object{
				"crd":     text("The name of the CRD, or a glob of names."),
				"version": text("The version that it is in."),
				"code":    object{"description": "The kind of change; see docs/changes.md.", "type": "string", "examples": changeCodes()},
				"path":    text("The field, such as spec.hosts[*].name, with all fields below; * matches any name, ** any fields."),
				"reason":  text("Why it is accepted."),
				"until":   object{"description": "The last day on which it is.", "type": "string", "pattern": `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`},
			},
			"required":             []string{"reason"},
			"anyOf":                []object{{"required": []string{"code"}}, {"required": []string{"path"}}},
			"additionalProperties": false,
		},
	}
}
