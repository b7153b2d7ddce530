package mutant

import (
	"fmt"
	"os"
	"runtime/metrics"
	"time"
)

// mostMemory is what a test may have with a mutant: one that makes a loop
// endless is not to take the machine with it.
const mostMemory = 3 << 30

func init() {
	if active != 0 {
		go watchMemory()
	}
}

func watchMemory() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	for {
		if metrics.Read(sample); sample[0].Value.Uint64() > mostMemory {
			fmt.Println(Killed + "its use of memory")
			os.Exit(1)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
