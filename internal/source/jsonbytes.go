package source

import "bytes"

// JSONAtMost returns how long the document may be as JSON, in which <, > and & are escaped;
// ok is false if that is not known without a look at all of its values.
func (d *Document) JSONAtMost() (size int, ok bool) {
	if d.values == 0 {
		return 0, false
	}
	size = d.values
	// An escape of YAML stands for one character at least, that may have to be escaped.
	for _, c := range []byte("<>&\\") {
		size += len(`\u003c`) * bytes.Count(d.Text, []byte{c})
	}
	for _, c := range []byte("\"\n") {
		size += bytes.Count(d.Text, []byte{c})
	}
	return size, true
}
