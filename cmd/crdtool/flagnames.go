package main

import (
	"fmt"
	"os"
)

// checkFlagNames reports an argument that is read as a flag and also names a file.
//
// Hooks of pre-commit and patterns of a shell, such as *.yaml, pass the names of files as they
// are. A file named --config=evil.yaml must not choose the configuration of a run.
func checkFlagNames(args []string) error {
	for _, arg := range args {
		if arg == "--" {
			return nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			continue
		}
		if _, err := os.Lstat(arg); err == nil {
			return fmt.Errorf("%s is the name of a file; write ./%s to read the file, or rename it to use the flag", arg, arg)
		}
	}
	return nil
}
