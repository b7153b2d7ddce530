// Package golden reads and writes the cases under testdata: txtar files, each
// with one behaviour and the recorded answer of a real kube-apiserver.
//
// Tests read cases; only the recorder of the conformance module writes answers.
package golden

import "bytes"

// Archive is a txtar file: a comment, then files, each under a line
// "-- name --".
type Archive struct {
	Comment []byte
	Files   []File
}

// File is one file of an Archive.
type File struct {
	Name string
	Data []byte
}

// Parse reads an archive. Every text is one: what stands before the first
// marker is the comment. Data is kept byte for byte, except that a last line
// without a newline gets one.
func Parse(text []byte) *Archive {
	a := new(Archive)
	into := &a.Comment
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line = text[:i+1]
		}
		text = text[len(line):]
		if name, ok := marker(line); ok {
			a.Files = append(a.Files, File{Name: name})
			into = &a.Files[len(a.Files)-1].Data
			continue
		}
		*into = append(*into, line...)
	}
	a.Comment = endLine(a.Comment)
	for i := range a.Files {
		a.Files[i].Data = endLine(a.Files[i].Data)
	}
	return a
}

// marker reads a line "-- name --".
func marker(line []byte) (name string, ok bool) {
	line = bytes.TrimRight(line, "\r\n")
	line, ok = bytes.CutPrefix(line, []byte("-- "))
	if !ok {
		return "", false
	}
	line, ok = bytes.CutSuffix(line, []byte(" --"))
	name = string(bytes.TrimSpace(line))
	return name, ok && name != ""
}

func endLine(b []byte) []byte {
	if len(b) > 0 && b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}

// Format writes the archive in the form that Parse reads.
func (a *Archive) Format() []byte {
	var b bytes.Buffer
	b.Write(endLine(a.Comment))
	for _, f := range a.Files {
		b.WriteString("-- " + f.Name + " --\n")
		b.Write(endLine(f.Data))
	}
	return b.Bytes()
}

// Get returns the data of the file with that name, and whether there is one.
func (a *Archive) Get(name string) ([]byte, bool) {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

// Set replaces the data of the file with that name, or adds it at the end.
func (a *Archive) Set(name string, data []byte) {
	for i := range a.Files {
		if a.Files[i].Name == name {
			a.Files[i].Data = data
			return
		}
	}
	a.Files = append(a.Files, File{Name: name, Data: data})
}
