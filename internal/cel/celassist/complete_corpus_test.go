package celassist

import (
	"slices"
	"testing"
	"time"

	"github.com/google/cel-go/common/types"
)

// TestWhatIsWrittenIsOffered cuts each rule at each name of a field, method or macro. The name must be offered, without
// the rest of the text and with it, and also if its beginning is written already.
func TestWhatIsWrittenIsOffered(t *testing.T) {
	places, offered, unknown, shown := 0, 0, 0, 0
	var times []time.Duration
	for _, r := range allRules(t) {
		for _, token := range Tokens(r.text) {
			switch token.Kind {
			case PropertyToken, MethodToken, MacroToken:
			default:
				continue
			}
			name := r.text[token.Start:token.End]
			if token.Kind == PropertyToken && r.hasNoFields(token.Start) {
				unknown++
				continue
			}
			for form, text := range map[string]string{
				"cut":              r.text[:token.Start],
				"without the name": r.text[:token.Start] + r.text[token.End:],
				"begun":            r.text[:token.Start+1],
				"whole":            r.text,
			} {
				at := token.Start
				if form == "begun" || form == "whole" {
					at++
				}
				places++
				start := time.Now()
				c := r.with(text).Complete(at)
				times = append(times, time.Since(start))
				if has(c, name) != nil {
					offered++
				} else if shown++; shown <= 60 {
					t.Logf("%s is not offered (%s) at %d of %q", name, form, at, r.text)
				}
			}
		}
	}
	slices.Sort(times)
	t.Logf("%d names of fields in maps and dynamic values, which no schema has", unknown)
	t.Logf("%d places in %d rules, %.2f %% offered; a completion takes %v at the median, %v at the 95th percentile, %v at most",
		places, len(allRules(t)), 100*float64(offered)/float64(places), times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
	if unknown*50 > places {
		t.Errorf("%d of %d fields have no schema", unknown, places)
	}
	if offered*100 < places*99 {
		t.Error("less than 99 % of the names are offered")
	}
}

// hasNoFields reports whether the value before the field at an offset is a map, or of a dynamic type or of a type that
// expressions cannot name.
func (r *rule) hasNoFields(offset int) bool {
	x := r.with(r.text)
	i := x.code.wordAt(offset)
	of := x.valueOf(x.code.dotBefore(i) - 1)
	return of != nil && (of.t.Kind() == types.MapKind || isDynamic(valueType(of.t)))
}
