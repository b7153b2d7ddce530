package gotypes

import "github.com/crdtool/crdtool/internal/input/confine"

// mostSourceSize bounds a Go file in bytes. The largest that people generate have some MiB.
const mostSourceSize = 64 << 20

// readFile reads a file of the code that CRDs are generated from, which must not lead out of
// its repository.
func readFile(name string) ([]byte, error) { return confine.ReadFile(name, mostSourceSize) }
