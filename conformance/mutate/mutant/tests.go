package mutant

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// T is a *testing.T or *testing.F. Package testing is left out of what is
// compiled into the program.
type T interface {
	Name() string
	Cleanup(func())
	Failed() bool
	SkipNow()
}

// Killed is printed, with the name of the test, when a test fails.
const Killed = "killed by "

// TooSlow is what is printed in place of a name when a test takes too long.
const TooSlow = "its use of time"

// Outside is the name under which is recorded what runs outside of all tests.
const Outside = "-"

var wanted = readWanted(os.Getenv(TestsVar))

func readWanted(file string) map[string]bool {
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	wanted := map[string]bool{}
	for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
		wanted[s.Text()] = true
	}
	return wanted
}

// Test stands at the start of each test and subtest. It skips those that are
// not wanted. With a mutant it ends the process when the test has failed, for
// one failure is enough; without one it records what the test reached.
func Test(t T) {
	if wanted != nil && !wanted[t.Name()] {
		t.SkipNow()
	}
	if active != 0 {
		t.Cleanup(func() {
			if t.Failed() {
				fmt.Println(Killed + t.Name())
				os.Exit(1)
			}
		})
	}
	if recording {
		enter(t.Name())
		t.Cleanup(func() { leave(t.Failed()) })
	}
}

// Example stands at the start of each example, which then defers what it
// returns.
func Example(name string) func() {
	if recording {
		enter(name)
		return func() { leave(false) }
	}
	return func() {}
}

// running are the tests that have begun, each in the one before.
var (
	mu      sync.Mutex
	running []*test
)

type test struct {
	name    string
	started time.Duration // what the process had used
	inner   time.Duration // in tests within this one
}

func enter(name string) {
	mu.Lock()
	defer mu.Unlock()
	flush()
	running = append(running, &test{name: name, started: used()})
}

func leave(failed bool) {
	mu.Lock()
	defer mu.Unlock()
	flush()
	t := running[len(running)-1]
	running = running[:len(running)-1]
	took := used() - t.started
	if len(running) > 0 {
		running[len(running)-1].inner += took
	}
	write(fmt.Sprintf("test %d %t %s\n", (took - t.inner).Microseconds(), failed, t.name))
}

// flush writes down what has been reached since the last time.
func flush() {
	name := Outside
	if len(running) > 0 {
		name = running[len(running)-1].name
	}
	var line strings.Builder
	for id, hit := range hits {
		if hit && id > 0 {
			fmt.Fprintf(&line, " %d", id)
			hits[id] = false
		}
	}
	if line.Len() > 0 {
		write("hits " + name + line.String() + "\n")
	}
}

func write(line string) {
	f, err := os.OpenFile(os.Getenv(RecordVar), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(line); err != nil {
		panic(err)
	}
}
