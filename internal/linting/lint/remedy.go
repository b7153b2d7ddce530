package lint

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/text/prose"
)

func tooExpensive(r *celcost.Result) bool {
	if r.Total > celcost.CRDLimit {
		return true
	}
	for i := range r.Expressions {
		if r.Expressions[i].Total > celcost.ExpressionLimit {
			return true
		}
	}
	return false
}

// maxListedBounds limits how many bounds a help lists: all findings of a schema repeat the list.
const maxListedBounds = 40

// boundsText lists bounds in words, with their markers as far as inGo knows them, and else with the lines to
// write them at, unless lines is nil.
func boundsText(bounds []celcost.Bound, lines func(*celcost.Bound) []int, inGo boundInGo) string {
	var texts []string
	last := "" // place of the previous marker
	for i := range bounds {
		if i == maxListedBounds && len(bounds) > maxListedBounds+1 {
			texts = append(texts, fmt.Sprintf("%d more bounds", len(bounds)-i))
			break
		}
		b := &bounds[i]
		if inGo != nil {
			if marker, at := inGo(b); marker != "" {
				if at != last {
					marker += " on " + at
				}
				texts, last = append(texts, marker), at
				continue
			}
		}
		text := fmt.Sprintf("%s: %d on %s", b.Keyword, b.Value, b.Field)
		if lines != nil {
			text += " (" + linesText(lines(b)) + ")"
		}
		texts = append(texts, text)
	}
	if inGo != nil {
		return strings.Join(texts, ", ") // their places are named once for all
	}
	return prose.And(texts)
}

// boundInGo returns the marker that sets a bound, and its field or type; "" if unknown.
type boundInGo func(*celcost.Bound) (marker, at string)

func linesText(lines []int) string {
	var texts []string
	for _, n := range lines {
		texts = append(texts, fmt.Sprint(n))
	}
	if len(texts) == 1 {
		return "line " + texts[0]
	}
	return "lines " + prose.And(texts)
}
