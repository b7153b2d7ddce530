package findinglist

import (
	"cmp"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// Lasting returns the path and the sentence of a finding as they stay when lines
// move, versions are added and sizes change a little: the version in the path goes by
// its name, and the sentence has no numbers of lines and nothing that was measured.
func Lasting(f *report.Finding) (path, message string) {
	return lastingPath(f), withoutLines(cmp.Or(f.Lasting, f.Message))
}

// withoutLines takes the numbers of lines out of a sentence.
func withoutLines(message string) string {
	const line = "line "
	if !strings.Contains(message, line) {
		return message
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(message, line)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(line)
		message = strings.TrimLeft(after, "0123456789")
	}
}

// lastingPath is the path with the version by its name, since its index changes
// when one is added.
func lastingPath(f *report.Finding) string {
	const versions = "spec.versions["
	if rest, ok := strings.CutPrefix(f.Path, versions); ok && f.Version != "" {
		if _, rest, ok := strings.Cut(rest, "]"); ok {
			return versions + f.Version + "]" + rest
		}
	}
	return f.Path
}
