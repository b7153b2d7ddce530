package docgen

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/mention"
	"github.com/crdtool/crdtool/schema"
)

// oldSelf finds rules that compare with the stored object.
var oldSelf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\boldSelf\b`) })

// rule documents a rule that stands at a place.
func (t *tree) rule(v *schema.ValidationRule, names []string) Rule {
	r := Rule{
		Words: strings.TrimSpace(v.Message), CEL: strings.TrimSpace(v.Rule),
		MessageExpression: strings.TrimSpace(v.MessageExpression),
		OnUpdate:          oldSelf().MatchString(v.Rule) && (v.OptionalOldSelf == nil || !*v.OptionalOldSelf),
	}
	if r.Words == "" {
		r.Words = describeCEL(r.CEL)
	}
	for _, m := range mention.Fields(v.Rule) {
		path, label := slices.Clone(names), ""
		for _, name := range m.Path {
			if name == "*" {
				label += "[*]"
				continue
			}
			path = append(path, name)
			label = strings.TrimPrefix(label+"."+name, ".")
		}
		ref := Ref{label, t.refer(path).Anchor}
		if ref.Anchor != "" && len(path) > len(names) && !slices.ContainsFunc(r.Fields, func(have Ref) bool { return have.Anchor == ref.Anchor }) {
			r.Fields = append(r.Fields, ref)
		}
	}
	return r
}

// describeCEL words the rules that are written without a message most often.
func describeCEL(cel string) string {
	switch strings.Join(strings.Fields(cel), " ") {
	case "self == oldSelf", "oldSelf == self":
		return "may not be changed once it is set"
	case "size(self) > 0", "self.size() > 0", "self != ''", `self != ""`:
		return "may not be empty"
	}
	return "must satisfy the expression"
}
