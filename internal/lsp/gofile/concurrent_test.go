package gofile

import (
	"strings"
	"sync"
	"testing"
)

// Answers are the same while others are asked for and texts change: run with -race.
func TestConcurrentQuestions(t *testing.T) {
	x := openExample(t)
	at := strings.Index(x.text, "+kubebuilder:validation:MaxItems=8") + 5
	rule := strings.Index(x.text, `rule="oldSelf`) + 8
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 5 {
				switch i {
				case 0:
					x.diagnose()
				case 1:
					x.code.Set(x.file, []byte(x.text+"\n// more\n"))
					x.code.Set(x.file, []byte(x.text))
				case 2:
					if h, ok := x.code.Hover(x.file, at, x.docs); !ok || !strings.Contains(h.Text, "maxItems") {
						t.Errorf("hover: %v %q", ok, h.Text)
					}
				case 3:
					if e, ok := x.code.Expression(x.file, rule, x.docs); !ok || len(e.Schemas) == 0 {
						t.Errorf("expression: %v %+v", ok, e)
					}
				}
			}
		})
	}
	all.Wait()
}
