// Command gotypes compares internal/golang/gotypes with real projects and with controller-gen.
//
//	gotypes paths DIR...           the share of schema paths of the projects in DIR that have an origin
//	gotypes mutate N SEED DIR...   change N markers and fields, generate, and see what changes
//	gotypes live DIR...            what lint finds in the CRDs that Go files make, against the CRDs of the projects
//	gotypes typing N SEED DIR...   change N lines of Go files, and compare what an editor gets with what lint finds once they are generated
//	gotypes fix N SEED DIR...      make N markers of each kind wrong, mend them, generate, and see what changed
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: gotypes paths DIR...")
		os.Exit(2)
	}
	switch os.Args[1] {
	case "paths":
		paths(os.Args[2:])
	case "mutate":
		n, _ := strconv.Atoi(os.Args[2])
		seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
		if !mutations(n, seed, os.Args[4:]) {
			os.Exit(1)
		}
	case "typing":
		n, _ := strconv.Atoi(os.Args[2])
		seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
		if !typing(n, seed, os.Args[4:]) {
			os.Exit(1)
		}
	case "fix":
		n, _ := strconv.Atoi(os.Args[2])
		seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
		if !fixes(n, seed, os.Args[4:]) {
			os.Exit(1)
		}
	case "live":
		if !live(os.Args[2:]) {
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "unknown command", os.Args[1])
		os.Exit(2)
	}
}
