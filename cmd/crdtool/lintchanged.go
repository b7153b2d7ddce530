package main

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// diffCommand returns the command that shows what the change of the stored CRDs breaks: lint leaves that to
// diff. It returns "" without --old and --against.
func (r *lintRun) diffCommand(paths []string) string {
	f := r.flags
	switch {
	case r.stored == nil:
		return ""
	case f.against != "":
		return commandLine("diff", append([]string{"--against", f.against}, paths...))
	case len(f.old) > 1 || slices.Contains(f.old, files.Stdin) && slices.Contains(paths, files.Stdin):
		return "crdtool diff OLD NEW"
	case len(paths) == 0:
		paths = []string{"."}
	}
	return commandLine("diff", append(slices.Clone(f.old), paths...))
}

// commandLine returns a command of crdtool to copy. It quotes arguments that a shell would change.
func commandLine(name string, arguments []string) string {
	words := []string{"crdtool", name}
	for _, a := range arguments {
		if a == "" || strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@+,=%") != "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// changedLine returns the line that counts CRDs that differ from the stored ones, with the diff command; "" if
// there are none.
func changedLine(n int, diff string) string {
	if n == 0 || diff == "" {
		return ""
	}
	verb := "differs from the stored one"
	if n > 1 {
		verb = "differ from the stored ones"
	}
	return prose.Count(n, "CRD") + " " + verb + "; to see what the change breaks, run: " + diff
}
