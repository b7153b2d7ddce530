package upgrade

import "flag"

// Flags of the tests that try random changes, as in: go test ./internal/upgrading/upgrade -run Claims -v -args -edits 10000 -list
var (
	editsFlag = flag.Int("edits", 0, "try this many changes")
	seedFlag  = flag.Int64("seed", 15, "seed of the changes of TestNothingQuietBreaks")
	listFlag  = flag.Bool("list", false, "list examples of changes without a witness")
)
