package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
)

const (
	// mostQuoted is how many bytes of values the server's messages about a document
	// may quote before long values are left out of the rest. The server quotes a
	// whole list for each item of it that is wrong.
	mostQuoted = 4 << 20
	// longValue is the length of a value that is left out.
	longValue = 1000
)

// shortenValues puts a remark in the place of long values once those before are too
// long together.
func shortenValues(found finding.List) {
	quoted := 0
	for i := range found {
		f := &found[i]
		n := sizeOf(f.Value)
		if quoted += n; quoted > mostQuoted && n > longValue {
			f.Value = fmt.Sprintf("(some %d kB, which are not repeated here: the messages about this document are too long)", n>>10+1)
		}
	}
}

// sizeOf is about how long a value is as text.
func sizeOf(v any) int {
	const looked = 64 // of a list, the others are taken for similar
	switch v := v.(type) {
	case string:
		return len(v)
	case []string:
		n := 0
		for _, s := range v[:min(len(v), looked)] {
			n += len(s) + 3
		}
		return n * len(v) / max(1, min(len(v), looked))
	case []any:
		n := 0
		for _, item := range v[:min(len(v), looked)] {
			n += sizeOf(item) + 1
		}
		return n * len(v) / max(1, min(len(v), looked))
	case map[string]any:
		n, keys := 0, 0
		for k, item := range v {
			n += len(k) + sizeOf(item) + 4
			if keys++; keys == looked {
				break
			}
		}
		return n * len(v) / max(1, keys)
	}
	return 8
}
