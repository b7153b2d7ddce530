package mutant

import (
	"fmt"
	"os"
	"runtime/metrics"
	"strconv"
	"syscall"
	"time"
)

// mostMemory is what a test may have with a mutant: one that makes a loop
// endless is not to take the machine with it.
const mostMemory = 3 << 30

func init() {
	if active != 0 {
		go watch()
	}
}

// watch ends the process when it takes too much memory, or more of a processor's
// time than the environment allows. Time on the clock says little on a machine
// that is busy with other things.
func watch() {
	millis, err := strconv.Atoi(os.Getenv(TimeVar))
	if err != nil {
		panic(err)
	}
	most := time.Duration(millis) * time.Millisecond
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	for {
		if metrics.Read(sample); sample[0].Value.Uint64() > mostMemory {
			fmt.Println(Killed + "its use of memory")
			os.Exit(1)
		}
		if used() > most {
			fmt.Println(Killed + TooSlow)
			os.Exit(1)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// used is the time that processors spent on this process.
func used() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
