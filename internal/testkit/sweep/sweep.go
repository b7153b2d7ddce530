// Package sweep lets the tests that walk all of the corpus walk a part of it while
// somebody works, and all of it in CI.
package sweep

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
)

// All is the environment variable that has every test walk everything; make thorough
// sets it.
const All = "CRDTOOL_THOROUGH"

// Thorough reports whether everything is asked for.
func Thorough() bool { return os.Getenv("CRDTOOL_THOROUGH") != "" }

// Part is the list itself if everything is asked for, else every n-th of it from the
// first: the same ones in each run.
func Part[T any](n int, list []T) []T {
	if Thorough() {
		return list
	}
	part := make([]T, 0, len(list)/n+1)
	for i := 0; i < len(list); i += n {
		part = append(part, list[i])
	}
	return part
}

// Seeds is Part for what a fuzzer begins with: all of it where it is to find something new.
func Seeds[T any](n int, list []T) []T {
	if f := flag.Lookup("test.fuzz"); f != nil && f.Value.String() != "" {
		return list
	}
	return Part(n, list)
}

// Times is how often a test tries something: few times, or all if everything is asked for.
func Times(few, all int) int {
	if Thorough() {
		return all
	}
	return few
}

// Takes reports whether Part would hold the i-th of a list that is read as it goes.
func Takes(n, i int) bool { return Thorough() || i%n == 0 }

// Corpus is the folder of CRDs and objects of public projects: the one that CRDTOOL_CORPUS
// names, or shared/corpus beside the repository. It need not exist.
func Corpus() string {
	if dir := os.Getenv("CRDTOOL_CORPUS"); dir != "" {
		return dir
	}
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "..", "..", "..", "..", "shared", "corpus")
}
