//go:build amd64 || arm64

package main

import (
	"bytes"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// TestHeapGrowsIntoLargePages: what was advised of is left to the heap, the kernel still
// knows the advice, and none of it was touched, though what lies before it was.
func TestHeapGrowsIntoLargePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skipf("this kernel has no large pages: %v", err)
	}
	const size = 64 << 20
	used := make([]byte, 10<<20)
	for i := range used {
		used[i] = 1
	}
	runtime.KeepAlive(used)
	runtime.GC()
	before, touched := advised(t), resident("VmRSS:")<<10
	adviseAndForget(size)
	if now := resident("VmRSS:") << 10; now-touched > size/2 {
		t.Errorf("%d bytes are resident, %d before: they were touched", now, touched)
	}
	if after := advised(t); after-before < size {
		t.Errorf("%d bytes are advised of, want %d more than %d", after, size, before)
	}
	runtime.GC()
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapIdle < size {
		t.Errorf("after a collection %d bytes of the heap are free, want %d", m.HeapIdle, size)
	}
	if after := advised(t); after-before < size {
		t.Errorf("after a collection %d bytes are advised of, want %d more than %d", after, size, before)
	}
}

// advised returns of how much memory the kernel was told that large pages suit it.
func advised(t *testing.T) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skipf("it can't be seen here what the kernel was told: %v", err)
	}
	sum := 0
	for _, m := range regexp.MustCompile(`(?m)^Size: +(\d+) kB$(?s:.*?)^VmFlags:(.*)$`).FindAllSubmatch(maps, -1) {
		if bytes.Contains(m[2], []byte(" hg")) {
			n, _ := strconv.Atoi(string(m[1]))
			sum += n << 10
		}
	}
	return sum
}

// TestAddressesAreFree: where the addresses of a process are limited, the heap may not
// take more of them than it needs.
func TestAddressesAreFree(t *testing.T) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &was); err != nil {
		t.Fatal(err)
	}
	limited := was
	limited.Cur = min(was.Cur, 1<<45)
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &limited); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &was); err != nil {
			t.Error(err)
		}
	}()
	if addressesAreFree() {
		t.Error("the limit is not seen")
	}
}
