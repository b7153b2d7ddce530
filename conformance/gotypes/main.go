// Command gotypes compares internal/gotypes with real projects and with controller-gen.
//
//	gotypes paths DIR...    the share of schema paths of the projects in DIR that have an origin
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: gotypes paths DIR...")
		os.Exit(2)
	}
	switch os.Args[1] {
	case "paths":
		paths(os.Args[2:])
	default:
		fmt.Fprintln(os.Stderr, "unknown command", os.Args[1])
		os.Exit(2)
	}
}
