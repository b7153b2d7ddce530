package objects

import (
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golden"
)

// equalButRules reports whether a reply without rules can be the recorded one
// less what rules said. Their causes can't be told from others by their words,
// which are the CRD's own; but they come only where nothing else blocks them. So
// the recorded causes must be those of crdtool, and further ones that a rule may
// have: never of a type that only a schema's keywords have.
func equalButRules(want, got reply) bool {
	w, g := want.Answer.Canonical(), got.Answer.Canonical()
	if w.Code != 422 {
		// Only a warning about a forgiven rule may be missing.
		w.Warnings = slices.DeleteFunc(slices.Clone(w.Warnings), isForgiven)
		return len(w.Diff(g)) == 0 && len(differences("", normal(want.object), normal(got.object))) == 0
	}
	rest := slices.Clone(w.Causes)
	for _, c := range g.Causes {
		i := slices.Index(rest, c)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return len(rest) > 0 && !slices.ContainsFunc(rest, notOfRule)
}

var schemaWords = regexp.MustCompile(`in body (should|must|is)|must validate |must not validate |some validation rules were not checked`)

func notOfRule(c golden.Cause) bool {
	switch c.Reason {
	case "FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate":
		return schemaWords.MatchString(c.Message) || strings.HasPrefix(c.Field, "metadata.")
	}
	return true
}

func isForgiven(warning string) bool {
	return strings.Contains(warning, ": Invalid value: ") || strings.Contains(warning, ": Forbidden: ") || strings.Contains(warning, ": Required value")
}
