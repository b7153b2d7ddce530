package main

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// diffCommand returns the command that shows what the change of the stored CRDs breaks, which lint
// leaves to diff; "" without --old and --against.
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

// commandLine writes a command of crdtool for people to copy. Arguments that a shell would change are in quotes.
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

// changedLine says how many CRDs differ from the stored ones, and which command shows what that breaks;
// "" if none does.
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
