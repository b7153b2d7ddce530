//go:build linux

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/hostile"
)

const (
	// hostileSize asks for the table, with files of up to this many bytes; the size of
	// make hostile is what a server reads at most.
	hostileSize = "HOSTILE_SIZE"
	// hostileOnly is a regular expression for "family command", if not all are run.
	hostileOnly = "HOSTILE_ONLY"
	// hostileSizes is how many sizes are measured, each twice the one before.
	hostileSizes = "HOSTILE_SIZES"
	// hostileRandom is how many random families of each kind are tried instead of those that are
	// made for something, from hostileFrom on.
	hostileRandom = "HOSTILE_RANDOM"
	hostileFrom   = "HOSTILE_FROM"
	// hostileProfile is a file for a profile of the time of one family, and with
	// .allocs behind its name for one of what it allocates, with .alive for one of what is
	// held when that is most.
	hostileProfile = "HOSTILE_PROFILE"
	// hostileSkip are the commands that it leaves out, since they took too long.
	hostileSkip = "CRDTOOL_TEST_HOSTILE_SKIP"

	maxHostileMemory = 512 << 10 // KiB, at the peak of a run

	// Runs are ended at these.
	endHostileTime   = time.Minute // of the processor
	endHostileMemory = 3 << 20     // KiB

	// Below these nothing is said about growth.
	noiseTime  = 60 * time.Millisecond
	noiseBytes = 32 << 20
)

// A hostileRun is what one run took.
type hostileRun struct {
	size  int
	time  time.Duration
	kib   int // at the peak
	bytes int // allocated in all
}

// TestHostileTable measures the time of the processor and the memory that every
// command takes for every family of hostile inputs, and prints a table. It runs if
// HOSTILE_SIZE is set, as make hostile does.
func TestHostileTable(t *testing.T) {
	size, err := strconv.Atoi(os.Getenv(hostileSize))
	if err != nil {
		t.Skip("make hostile runs this")
	}
	only := regexp.MustCompile(os.Getenv(hostileOnly))
	type row struct {
		family, command string
		runs            []hostileRun
		time, bytes     float64 // exponents; 0 for too little
	}
	var rows []row
	for _, f := range hostileFamilies() {
		if !slices.ContainsFunc(commandsFor(&f), func(c hostileCommand) bool { return only.MatchString(f.Name + " " + c.name) }) {
			continue
		}
		runs, err := measureFamily(t, &f)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for _, c := range commandsFor(&f) {
			if len(runs[c.name]) == 0 {
				continue
			}
			r := row{family: f.Name, command: c.name, runs: runs[c.name]}
			var sizes, times, bytes []float64
			for _, m := range r.runs {
				sizes, times, bytes = append(sizes, float64(m.size)), append(times, m.time.Seconds()), append(bytes, float64(m.bytes))
			}
			last := r.runs[len(r.runs)-1]
			if len(r.runs) > 1 && last.time > noiseTime {
				r.time = exponent(sizes, times)
			}
			if len(r.runs) > 1 && last.bytes > noiseBytes {
				r.bytes = exponent(sizes, bytes)
			}
			rows = append(rows, r)
			if testing.Verbose() {
				fmt.Fprintln(os.Stderr, f.Name, c.name, last.size, last.time, last.kib>>10, r.time, r.bytes)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Compare(b.runs[len(b.runs)-1].time*time.Duration(size/b.runs[len(b.runs)-1].size), a.runs[len(a.runs)-1].time*time.Duration(size/a.runs[len(a.runs)-1].size))
	})
	fmt.Printf("%-34s %-18s %9s %8s %8s %9s  %s\n", "family", "command", "largest", "ms", "MiB", "exponents", "ms by size")
	for _, r := range rows {
		last := r.runs[len(r.runs)-1]
		wrong := ""
		if last.kib > maxHostileMemory || r.bytes > maxExponent {
			wrong = "  !"
			t.Errorf("%s %s: %v for %d bytes, %d MiB at the peak, exponents %.2f and %.2f", r.family, r.command, last.time, last.size, last.kib>>10, r.time, r.bytes)
		}
		var by []string
		for _, m := range r.runs {
			by = append(by, strconv.FormatInt(m.time.Milliseconds(), 10))
		}
		fmt.Printf("%-34s %-18s %9d %8d %8d %4.2f %4.2f  %s%s\n", r.family, r.command, last.size, last.time.Milliseconds(), last.kib>>10, r.time, r.bytes, strings.Join(by, " "), wrong)
	}
}

// hostileFamilies are those of a run.
func hostileFamilies() []hostile.Family {
	n, _ := strconv.Atoi(os.Getenv(hostileRandom))
	if n == 0 {
		return hostile.All()
	}
	from, _ := strconv.Atoi(os.Getenv(hostileFrom))
	var all []hostile.Family
	for i := range n {
		seed := uint64(from + i)
		all = append(all, hostile.Random(seed), hostile.RandomRules(seed))
	}
	return all
}

// measureFamily measures all commands for a family in a process of their own, in
// which a run that takes too long can be ended.
func measureFamily(t *testing.T, f *hostile.Family) (map[string][]hostileRun, error) {
	runs := map[string][]hostileRun{}
	var skip []string
	for {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), hostileFamily+"="+f.Name, hostileSkip+"="+strings.Join(skip, " "))
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return nil, err
		}
		var last string
		lines := bufio.NewScanner(&stdout)
		for lines.Scan() {
			var m hostileRun
			var command string
			if _, err := fmt.Sscan(lines.Text(), &command, &m.size, (*int64)(&m.time), &m.kib, &m.bytes); err != nil {
				return nil, fmt.Errorf("%s: %w", lines.Text(), err)
			}
			runs[command] = append(runs[command], m)
			if last != command {
				last = command
				skip = append(skip, command)
			}
		}
		if exit == nil {
			return runs, nil
		}
		if exit.ExitCode() != exitHostile || last == "" {
			return nil, fmt.Errorf("%v: %s%s", err, stdout.Bytes(), stderr.Bytes())
		}
	}
}

// exitHostile is the status of a process that ended its run.
const exitHostile = 9

func init() { runsFamily = runHostileFamily }

// runHostileFamily is the process that measureFamily starts.
func runHostileFamily(name string) error {
	tuneCollector()
	size, _ := strconv.Atoi(os.Getenv(hostileSize))
	sizes := 4
	if n, err := strconv.Atoi(os.Getenv(hostileSizes)); err == nil {
		sizes = n
	}
	only := regexp.MustCompile(os.Getenv(hostileOnly))
	skip := strings.Fields(os.Getenv(hostileSkip))
	family, ok := hostile.Named(name)
	if !ok {
		return fmt.Errorf("no family %s", name)
	}
	f := &family

	var command atomic.Value
	var began atomic.Int64
	var length atomic.Int64
	go func() {
		for ; ; time.Sleep(50 * time.Millisecond) {
			start := time.Duration(began.Load())
			if start != 0 && (cpu()-start > endHostileTime || resident("VmRSS:") > endHostileMemory) {
				fmt.Println(command.Load(), length.Load(), int64(cpu()-start), resident("VmHWM:"), 0)
				pprof.StopCPUProfile()
				os.Exit(exitHostile)
			}
		}
	}()
	// What all runs have in common is made before the first.
	if _, err := writeHostile(f, ".", 100); err != nil {
		return err
	}
	commands := commandsFor(f)
	runHostile(&commands[0])
	lengths := make([]int, sizes)
	for i := range sizes {
		dir := strconv.Itoa(i)
		if err := os.Mkdir(dir, 0o777); err != nil {
			return err
		}
		var err error
		if lengths[i], err = writeHostile(f, dir, size>>(sizes-1-i)); err != nil {
			return err
		}
	}
	if name := os.Getenv(hostileProfile); name != "" {
		profile, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(profile); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		go profileAlive(name + ".alive")
		defer func() {
			if allocated, err := os.Create(name + ".allocs"); err == nil {
				_ = pprof.Lookup("allocs").WriteTo(allocated, 0)
			}
		}()
	}
	start, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, c := range commands {
		if slices.Contains(skip, c.name) || !only.MatchString(f.Name+" "+c.name) {
			continue
		}
		command.Store(c.name)
		for i, n := range lengths {
			if err := os.Chdir(filepath.Join(start, strconv.Itoa(i))); err != nil {
				return err
			}
			length.Store(int64(n))
			for range 3 { // pools keep what they hold for a collection
				debug.FreeOSMemory()
			}
			tuneCollector() // a run before may have raised the limit
			if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o666); err != nil {
				return err
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cpu()
			began.Store(int64(start))
			runHostile(&c)
			began.Store(0)
			took := cpu() - start
			runtime.ReadMemStats(&after)
			fmt.Println(c.name, n, int64(took), resident("VmHWM:"), after.TotalAlloc-before.TotalAlloc)
		}
	}
	return nil
}

// profileAlive writes a profile of what is alive whenever that is more than it was before.
func profileAlive(name string) {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for most := uint64(64 << 20); ; time.Sleep(10 * time.Millisecond) {
		metrics.Read(sample)
		if live := sample[0].Value.Uint64(); live > most+most/16 {
			most = live
			if f, err := os.Create(name); err == nil {
				_ = pprof.Lookup("heap").WriteTo(f, 0)
				_ = f.Close()
			}
		}
	}
}

// cpu is the time of the processor that the process has taken.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is one of the numbers of /proc/self/status, in KiB.
func resident(name string) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(status), name)
	var kib int
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		panic(err)
	}
	return kib
}
