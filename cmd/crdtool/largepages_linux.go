//go:build amd64 || arm64

package main

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// largePagesRoom is what the heap may grow to over one file of the length that a server
// takes at most.
const largePagesRoom = 512 << 20

// largePagesPiece is by how much the runtime's heap grows at least.
const largePagesPiece = 4 << 20

// askForLargePages has the kernel back with pages of 2 MiB what the heap will grow into.
// A file of 3 MiB may fill a hundred thousand pages of 4 KiB, and on a virtual machine whose
// page faults are expensive that takes as long as all the rest. The default
// of most distributions is to give large pages to who asks for them, and Go's runtime does
// not. Memory that is not touched takes none, so that a heap that stays small pays nothing.
func askForLargePages() {
	if os.Getpagesize() != 4<<10 || !addressesAreFree() {
		return
	}
	debug.SetGCPercent(-1) // what is only passing through is nothing to collect for
	debug.SetMemoryLimit(math.MaxInt64)
	adviseAndForget(largePagesRoom)
	debug.FreeOSMemory() // or all of it counts for the limit, and is given back piece by piece
	limitHeap(heapLimit.Load())
}

// adviseAndForget takes memory from the runtime, advises the kernel of it, and leaves it
// to the next collection. From there the heap takes it again, in the order of addresses,
// and the advice remains. It is taken in pieces, since the runtime clears all of a piece
// if it has used any of it before.
//
//go:noinline
func adviseAndForget(size int) {
	pieces := make([][]byte, size/largePagesPiece)
	for i := range pieces {
		pieces[i] = make([]byte, largePagesPiece)
		if syscall.Madvise(pieces[i], syscall.MADV_HUGEPAGE) != nil {
			return // this kernel has no large pages
		}
	}
	runtime.KeepAlive(pieces) // two of them must not be the same memory
}

// addressesAreFree reports whether memory may be mapped that is never touched: not where
// the addresses of a process are limited, as by ulimit -v, or counted as if they were
// memory.
func addressesAreFree() bool {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || limit.Cur != math.MaxUint64 {
		return false
	}
	overcommit, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	return err == nil && !bytes.HasPrefix(overcommit, []byte("2"))
}
