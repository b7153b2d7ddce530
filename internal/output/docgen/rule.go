package docgen

import (
	"regexp"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// oldSelf matches rules that compare with the stored object.
var oldSelf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\boldSelf\b`) })

// rule returns the documentation of a rule of a field.
func (t *tree) rule(v *schema.ValidationRule, f *Field) Rule {
	r := Rule{
		Words: strings.TrimSpace(v.Message), CEL: strings.TrimSpace(v.Rule),
		MessageExpression: strings.TrimSpace(v.MessageExpression),
		OnUpdate:          oldSelf().MatchString(v.Rule) && (v.OptionalOldSelf == nil || !*v.OptionalOldSelf),
	}
	if r.Words == "" {
		r.Words = describeCEL(r.CEL)
	}
	there := map[string]bool{}
	for _, m := range mention.Fields(v.Rule) {
		var path []string
		for _, name := range m.Path {
			if name != "*" {
				path = append(path, name)
			}
		}
		anchor := t.anchorOf(f, path...)
		if anchor == "" || len(path) == 0 || there[anchor] {
			continue
		}
		there[anchor] = true
		r.Fields = append(r.Fields, Ref{label(m.Path), anchor})
	}
	return r
}

// label returns the name of a field of a rule.
func label(path []string) string {
	var b strings.Builder
	for i, name := range path {
		switch {
		case name == "*":
			b.WriteString("[*]")
		case i > 0:
			b.WriteString("." + name)
		default:
			b.WriteString(name)
		}
	}
	return b.String()
}

// describeCEL describes the most frequent rules without a message.
func describeCEL(cel string) string {
	switch strings.Join(strings.Fields(cel), " ") {
	case "self == oldSelf", "oldSelf == self":
		return "may not be changed once it is set"
	case "size(self) > 0", "self.size() > 0", "self != ''", `self != ""`:
		return "may not be empty"
	}
	return "must satisfy the expression"
}
