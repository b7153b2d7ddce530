package lint

import "github.com/crdtool/crdtool/internal/input/source"

// Text checks every CRD of a text, as File does; name is what findings call it.
func (l *Linter) Text(name string, text []byte, opts Options) FileReport {
	return l.File(source.Read(name, text), opts)
}
