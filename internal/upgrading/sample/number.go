package sample

import (
	"math"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// byNumberName are plausible numbers for fields whose names have a suffix.
var byNumberName = []struct {
	suffix string
	value  int64
}{
	{"port", 8080},
	{"percent", 50},
	{"percentage", 50},
	{"seconds", 30},
	{"minutes", 5},
	{"days", 7},
}

// numbers yields numbers for a leaf.
func (b *builder) numbers(sh *shape, t turn, give func(any) bool) {
	whole := sh.typ() != "number"
	number := func(f float64) {
		if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			give(int64(f))
		} else if !whole {
			give(f)
		}
	}
	name := strings.ToLower(t.name)
	for _, n := range byNumberName {
		if strings.HasSuffix(name, n.suffix) {
			give(n.value)
		}
	}
	give(int64(1))
	sh.each(func(s *schema.Schema) {
		step := 1.0
		if s.MultipleOf() != nil {
			step = *s.MultipleOf()
			number(step)
		}
		if s.Minimum != nil {
			number(*s.Minimum)
			number(math.Ceil(*s.Minimum/step) * step)
			number(*s.Minimum + step)
			number(*s.Minimum + 0.5)
		}
		if s.Maximum != nil {
			number(*s.Maximum)
			number(math.Floor(*s.Maximum/step) * step)
			number(*s.Maximum - step)
			number(*s.Maximum - 0.5)
		}
		if s.Minimum != nil && s.Maximum != nil {
			number((*s.Minimum + *s.Maximum) / 2)
		}
	})
	for i := range int64(20) {
		give(i + 2)
	}
	for _, n := range [...]int64{0, 30, 60, 80, 100, 443, 3600, -1} {
		give(n)
	}
	number(0.5)
}
