package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
)

// A culprit is the outermost list, or object of unknown map type, whose values the server cannot match with
// those of the old object.
type culprit struct {
	field string
	kind  string // such as "an atomic list"
	// list is set for a list, ofObjects for a list of objects.
	list, ofObjects bool
}

// culprit returns the culprit above the rule, or the zero value.
func (e *explainer) culprit() culprit {
	for i := 0; i < len(e.segments); i++ {
		n, exact := e.doc.Node(e.segments[:i])
		if !exact {
			break
		}
		keyword := func(name string) string {
			text, _ := source.String(source.Field(n, name))
			return text
		}
		switch e.segments[i].Name {
		case "properties":
			switch t := keyword("x-kubernetes-map-type"); t {
			case "", "granular", "atomic":
			default:
				return culprit{fieldName(e.segments[:i]), fmt.Sprintf("a map of the unknown type %q", t), false, false}
			}
			i++ // the name of a field
		case "items":
			switch keyword("x-kubernetes-list-type") {
			case "map":
			case "set":
				return culprit{fieldName(e.segments[:i]), "a set", true, e.itemsAreObjects(i)}
			default:
				return culprit{fieldName(e.segments[:i]), "an atomic list", true, e.itemsAreObjects(i)}
			}
		}
	}
	return culprit{}
}

// itemsAreObjects reports whether the items at segment i are objects. A list of type map requires that.
func (e *explainer) itemsAreObjects(i int) bool {
	n, exact := e.doc.Node(e.segments[:i+1])
	t, _ := source.String(source.Field(n, "type"))
	return exact && t == "object"
}

// withoutOld returns the reason why the rule has no oldSelf.
func (e *explainer) withoutOld() string {
	c := e.culprit()
	switch {
	case c.kind == "":
		return ""
	case c.list:
		return fmt.Sprintf("%s is %s, whose items cannot be matched with those of the old object", c.field, c.kind)
	}
	return fmt.Sprintf("%s is %s, whose values cannot be matched with those of the old object", c.field, c.kind)
}

// whereOldSelf returns the help: how the rule can use oldSelf.
func (e *explainer) whereOldSelf() string {
	c := e.culprit()
	switch {
	case c.kind == "":
		return ""
	case !c.list:
		return "write x-kubernetes-map-type: granular"
	case c.ofObjects:
		return fmt.Sprintf("make %s a map (x-kubernetes-list-type: map with keys), or move the rule to %s, where oldSelf is the whole list", c.field, c.field)
	}
	return fmt.Sprintf("move the rule to %s, where oldSelf is the whole list", c.field)
}
