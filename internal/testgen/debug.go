package testgen

import (
	"fmt"
	"os"
	"time"

	"github.com/crdtool/crdtool/internal/constraint"
)

func (m *maker) timed(c *constraint.Constraint) *Test {
	start := time.Now()
	t := m.test(c)
	if d := time.Since(start); os.Getenv("TIMED") != "" && d > 20*time.Millisecond {
		fmt.Println("TIMED", d.Milliseconds(), len(t.Steps), m.objectFor(c))
	}
	return t
}
