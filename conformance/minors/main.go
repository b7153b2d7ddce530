// Command minors is the API server of one release of Kubernetes as a program: it
// stands once, and is built for each release with the versions that modules/1.N.mod
// pins. See README.md.
//
//	minors version
//	minors serve -etcd URL -prefix PREFIX
//	minors costs
//
// serve runs the release's own apiextensions-apiserver on loopback with the etcd at
// that URL, prints a line of JSON that says how to reach it, and ends when standard
// input closes. costs reads a CustomResourceDefinition as JSON from each line of
// standard input and writes what the release reckons that its CEL rules cost, a line
// of JSON each. version prints the release of k8s.io/apiextensions-apiserver.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
)

var commands = map[string]func(args []string) error{
	"version": printVersion,
	"serve":   serve,
	"costs":   costs,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: minors version|serve|costs")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "minors:", err)
		os.Exit(1)
	}
}

func printVersion([]string) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Errorf("the program was built without its modules' versions")
	}
	for _, m := range info.Deps {
		if m.Path == "k8s.io/apiextensions-apiserver" {
			_, err := fmt.Println(m.Version)
			return err
		}
	}
	return fmt.Errorf("the program has no API server in it")
}
