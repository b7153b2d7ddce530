package jsonsize

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/source"
)

// MayExceed reports whether a document can be longer than that as JSON. YAML is
// longer as a rule, but leaves out quotes and nulls ("a:" is "a":null,), has no
// escapes, and may say much by aliases.
func MayExceed(doc *source.Document, limit int) bool {
	text := doc.Text
	if len(text) == 0 {
		text = doc.File.Text // an item of a list
	}
	if size, ok := doc.JSONAtMost(); ok {
		return size > limit
	}
	if 6*len(text) <= limit {
		return bytes.Contains(text, []byte(" &"))
	}
	longest := 3 * len(text)
	if longest > limit {
		return true
	}
	for _, c := range []byte("<>&") {
		longest += (unicodeEscape - 1) * bytes.Count(text, []byte{c})
	}
	return longest > limit || bytes.Contains(text, []byte(" &"))
}
