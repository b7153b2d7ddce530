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

// Accepted accepts changes that agree with all that is set.
type Accepted struct {
	// CRD is a glob of names, Path one of fields.
	CRD, Version, Code, Path string
	Reason                   string
	// Until is the last day on which it holds, as DateForm has it; "" for no end.
	Until string
	// File and Line are where it is written.
	File string
	Line int
}

// DateForm is how days are written: they sort as texts.
const DateForm = time.DateOnly

// Covers reports whether a change of a CRD is one of those, whatever the day.
func (a *Accepted) Covers(crd string, c *report.Change) bool {
	if !a.About(crd) || a.Version != "" && a.Version != c.Version || a.Code != "" && a.Code != c.Code {
		return false
	}
	return a.Path == "" || c.Field != "" && matches(fieldGlob(a.Path), fieldGlob(c.Field))
}

// About reports whether it is about a CRD.
func (a *Accepted) About(crd string) bool {
	if a.CRD == "" {
		return true
	}
	ok, _ := path.Match(a.CRD, crd)
	return ok
}

// String says which changes are meant.
func (a *Accepted) String() string {
	var parts []string
	for _, p := range []string{a.Code, a.CRD, a.Version, a.Path} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " ")
}

// fieldGlob is a field, or a glob of fields, with its steps between slashes.
func fieldGlob(field string) string {
	return strings.ReplaceAll(strings.ReplaceAll(field, "[*]", "."+anyItem), ".", "/")
}

// Wrong says what is wrong with it; "" if nothing is.
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

// changeCodes are those of changes.
func changeCodes() []string {
	var all []string
	for _, k := range upgrade.Kinds() {
		all = append(all, k.ID)
	}
	return all
}

// isChange reports whether a change may have a code: of those that other tools find, some
// have that of a rule.
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
