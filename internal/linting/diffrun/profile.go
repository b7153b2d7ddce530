package diffrun

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// profiled reports a profile's verdicts on a CRD: the changes that the profile reports, with its severity, and
// verdicts without a change. Unreported counts the breaking changes that the profile does not report.
func (d *Differ) profiled(old, new *source.Document, of *crd.CustomResourceDefinition, pair others.Pair, changes []upgrade.Change) report.CRDDiff {
	verdicts := d.Profile.Judge(pair)
	var kept []upgrade.Change
	var by []*others.Verdict
	unreported := 0
	met := make([]bool, len(verdicts))
	for i := range changes {
		c := changes[i]
		k := slices.IndexFunc(verdicts, func(v others.Verdict) bool { return about(&v, &c) })
		if k < 0 {
			if c.Breaking {
				unreported++
			}
			continue
		}
		if c.Class == upgrade.Unproven {
			c.Class = c.Kind.Class // the profile decides
		}
		met[k] = true
		c.Breaking = verdicts[k].Severity == finding.Error
		kept, by = append(kept, c), append(by, &verdicts[k])
	}
	out := d.report(old, new, of, kept)
	out.Unreported = unreported
	for i := range kept {
		applyVerdict(&out.Changes[i], by[i])
	}
	for i := range verdicts {
		if v := &verdicts[i]; !met[i] {
			out.Changes = append(out.Changes, d.reported(old, new, v))
		}
	}
	slices.SortStableFunc(out.Changes, func(a, b report.Change) int { return rank(&a) - rank(&b) })
	out.Verdict = verdictOf(out.Changes, out.Verdict)
	return out
}

// rank sorts errors before others, and among them worse classes first.
func rank(c *report.Change) int {
	r := slices.Index(report.Classes(), c.Class)
	if c.Severity != finding.Error {
		r += len(report.Classes())
	}
	return r
}

// verdictOf returns major if the profile has an error, and minor if it has any finding.
func verdictOf(changes []report.Change, of string) string {
	switch {
	case slices.ContainsFunc(changes, func(c report.Change) bool { return c.Breaking }):
		return string(upgrade.Major)
	case len(changes) > 0 && of == "":
		return string(upgrade.Minor)
	}
	return of
}

// about reports whether a verdict is on a change: it has the same path and keyword.
func about(v *others.Verdict, c *upgrade.Change) bool {
	if v.Version != c.Version || v.Than != "" || c.Server != nil {
		return false
	}
	place, at := v.New, c.New
	if v.Old != nil {
		place, at = v.Old, c.Old
	}
	if place == nil || at == nil {
		return false
	}
	if c.Keyword == "properties" || v.Keyword == "properties" {
		return v.Keyword == c.Keyword && at.File() == place.File()
	}
	keyword, ok := strings.CutPrefix(at.File(), place.File()+".")
	if !ok {
		return false
	}
	if v.Keyword != "" {
		return c.Keyword == v.Keyword && (keyword == v.Keyword || strings.HasPrefix(keyword, v.Keyword+"["))
	}
	return slices.Contains(v.Rest, c.Keyword) && strings.HasPrefix(keyword, c.Keyword)
}

// applyVerdict sets the severity, the check and the message of a verdict in a change.
func applyVerdict(c *report.Change, v *others.Verdict) {
	c.Severity, c.Breaking, c.Check = v.Severity, v.Severity == finding.Error, v.Check
	c.Message += " [" + v.Check + "]"
}

// reported returns the change for a verdict without one of crdtool's.
func (d *Differ) reported(old, new *source.Document, v *others.Verdict) report.Change {
	code := codeOf(v)
	class := upgrade.Compatible
	if k := upgrade.KindOf(code); k != nil {
		class = k.Class
	}
	c := report.Change{
		Class: string(class), Code: code, Version: strings.Clone(v.Version), Keyword: v.Keyword, Message: strings.Clone(v.Message), Severity: v.Severity,
		Old: placeOf(old, v.Old), New: placeOf(new, v.New), Origin: d.origin(old, new, v.Old, v.New, ""),
	}
	if c.Old != nil {
		c.Old.File = d.oldName(c.Old.File)
	}
	if v.Than != "" {
		// Both versions are of the new CRD.
		c.Old = placeOf(new, v.Old)
		c.Message = "between " + v.Than + " and " + v.Version + ", " + v.Place + ": " + c.Message
	} else if strings.HasPrefix(v.Place, "^.") && !strings.Contains(c.Message, v.Place) {
		c.Message = v.Place + ": " + c.Message
	}
	c.Message = strings.ReplaceAll(c.Message, "^.", "")
	c.Path = cmp.Or(v.New, v.Old).File()
	applyVerdict(&c, v)
	return c
}

// codeOf returns the kind of change, or the lint rule, that corresponds to a profile's check.
func codeOf(v *others.Verdict) string {
	if v.Than != "" {
		return "versions-disagree"
	}
	switch v.Check {
	case "scope", "storedVersionRemoval":
		return installRefused
	case "existingFieldRemoval", "NoFieldRemoval":
		return "field-removed"
	case "type", "NoDataTypeChange":
		return "type-changed"
	case "required", "NoNewRequiredFields":
		return "required-added"
	case "enum", "NoEnumRemoval":
		return "enum-narrowed"
	case "default":
		return "default-changed"
	case "nullable":
		return "nullable-removed"
	case "description":
		return "description-changed"
	case "unhandled":
		return "schema-changed"
	case "MustHaveStatus":
		return "status-without-subresource"
	case "ListsMustHaveSSATags":
		return "list-type-missing"
	case "ConditionsMustHaveProperSSATags":
		return "conditions-list-type"
	case "NoMaps":
		return "map-of-scalars"
	case "NoBools":
		return "boolean"
	case "NoFloats":
		return "float"
	case "NoUints":
		return "integer-format"
	case "MustNotExceedCostBudget":
		return "cel-cost"
	}
	return "bounds-tightened"
}

// pair returns the input of a profile. It checks the old CRD only if the profile needs costs.
func (d *Differ) pair(was, is *crd.CustomResourceDefinition, stored []string, checked *crd.Answer) others.Pair {
	p := others.Pair{Old: was, New: is, Stored: stored, NewAnswer: checked}
	if was != nil && d.Profile.NeedsCosts {
		old := d.checker.Check(was.Copy(), nil) // Check changes its argument
		p.OldAnswer = &old
	}
	return p
}
