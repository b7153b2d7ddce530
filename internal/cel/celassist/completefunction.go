package celassist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/types"
)

// functionItem returns the item of a function that is offered: of the methods of a type, or of the global functions if
// the type is nil.
func (c *completer) functionItem(name string, target *types.Type) (Item, bool) {
	fit := slices.DeleteFunc(c.assistant.library().fitting(name, target != nil, target), func(o *overload) bool { return !c.assistant.offered(o.since) || o.ofAuthorizer() })
	if len(fit) == 0 {
		return Item{}, false
	}
	item := Item{Label: name, Kind: FunctionItem, Detail: signature(name, fit[0], target).Label}
	if target != nil {
		item.Kind = MethodItem
	}
	if len(fit) > 1 {
		item.Detail += " (+" + strconv.Itoa(len(fit)-1) + ")"
	}
	doc := docOf(name, fit[0])
	if doc != nil {
		item.Doc = doc.text + " " + sinceText(fit[0].since, fit[0].stored)
	}
	c.call(&item, parameters(doc, fit[0]))
	return item, true
}

// call sets the text to insert for a call. A call whose parentheses are there gets none.
func (c *completer) call(item *Item, placeholders []string) {
	if c.called {
		item.Insert = item.Label
		return
	}
	item.Insert = item.Label + "()"
	if len(placeholders) == 0 {
		return
	}
	for i, p := range placeholders {
		placeholders[i] = "${" + strconv.Itoa(i+1) + ":" + p + "}"
	}
	item.Snippet = item.Label + "(" + strings.Join(placeholders, ", ") + ")"
}

// parameters returns the names of an overload's parameters.
func parameters(doc *functionDoc, o *overload) []string {
	n := len(o.ArgTypes())
	if o.IsMemberFunction() {
		n--
	}
	list := make([]string, n)
	for i := range list {
		list[i] = doc.param(i)
	}
	return list
}

// macroItem offers a macro by its first form that all versions have. A macro of a value is offered after the dot; dot is -1 for others.
func (c *completer) macroItem(name, sort string, target *types.Type, dot int) {
	m := macros[name]
	for _, f := range m.forms {
		since, stored, ok := c.assistant.library().formVersions(name, len(f.names))
		if !ok || !c.assistant.offered(since) {
			continue
		}
		item := Item{Label: name, Kind: MacroItem, Detail: macroSignature(name, m, f, target).Label, Sort: sort}
		item.Doc = m.text + " " + sinceText(since, stored)
		if item.Insert = name; !c.called {
			item.Insert = name + "()"
			item.Snippet = name + "(" + f.snippet + ")"
			if dot >= 0 && !m.onlyTwoVariables {
				item.Snippet = strings.Replace(item.Snippet, "${1:x}", "${1:"+itemName(c.code, dot-1, "x")+"}", 1)
			}
		}
		c.add(item)
		return
	}
}
