package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/input/deadline"
)

// maxMemory returns the memory limit of a run in bytes: far more than real files need on this many processors.
// Nothing else limits the memory of a hostile document before its time is over: the macros of a CEL rule of 600
// bytes can make a tree of 10 GB.
func maxMemory() uint64 { return 1<<30 + uint64(runtime.GOMAXPROCS(0))<<28 }

// limitMemory calls end with a message once taken returns more than limit. end has to exit the process: work on
// a document cannot be stopped.
func limitMemory(limit uint64, taken func() uint64, end func(message string)) {
	for taken() <= limit {
		time.Sleep(20 * time.Millisecond)
	}
	subject := "this run"
	if documents := deadline.UnderWay(); len(documents) > 0 {
		subject = "the document at " + strings.Join(documents, " or ")
	}
	end(fmt.Sprintf("%s takes more than %d MiB of memory, so the run was stopped before its end", subject, limit>>20))
}

// memoryTaken returns the memory that the process holds.
func memoryTaken() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}
