package source

import "bytes"

// A chunk is a part of a file with one YAML document, from its "---" on.
type chunk struct {
	text   []byte
	offset int // of text in the file
	line   int // of text's first line
	// end and endLine are the start of the next chunk.
	end, endLine int
	// rest is the offset in the file of the text after a line "..." that ends the document, -1 if there is none.
	rest int
}

// separator begins a document for kubectl's reader (k8s.io/apimachinery/pkg/util/yaml, YAMLReader): it is any line
// that begins with it, also inside of a quoted scalar. YAML agrees except for "---x", see badSeparator.
const separator = "---"

// nextChunk returns the chunk that begins at offset, which is the start of line.
func nextChunk(text []byte, offset, line int) chunk {
	c := chunk{offset: offset, line: line, end: len(text), endLine: line, rest: -1}
	stop := -1 // the end of a "..." line
	for at := offset; ; {
		// Lone carriage returns are only counted: kubectl does not end a line there.
		lf := bytes.IndexByte(text[at:], '\n')
		if lf < 0 {
			break
		}
		at += lf + 1
		c.endLine++
		if at == len(text) || text[at] != '-' && text[at] != '.' {
			continue
		}
		if bytes.HasPrefix(text[at:], []byte(separator)) {
			c.end = at
			break
		}
		if stop < 0 && isDocumentEnd(text[at:]) {
			stop = at + lineLength(text[at:])
		}
	}
	c.endLine += loneReturns(text[offset:c.end])
	c.text = text[offset:c.end]
	// The YAML library reads a chunk only up to "...", and kubectl drops the rest silently.
	if stop >= 0 {
		if i := firstContent(text[stop:c.end]); i >= 0 {
			c.rest = stop + i
		}
		c.text = text[offset:stop]
	}
	return c
}

// isDocumentEnd reports whether text begins with YAML's end of a document.
func isDocumentEnd(text []byte) bool {
	return bytes.HasPrefix(text, []byte("...")) && (len(text) == 3 || isBlank(text[3]))
}

// loneReturns counts carriage returns that are line breaks by themselves.
func loneReturns(text []byte) int {
	if bytes.IndexByte(text, '\r') < 0 {
		return 0
	}
	return bytes.Count(text, []byte{'\r'}) - bytes.Count(text, []byte("\r\n"))
}

// badSeparator returns the text after the chunk's "---" on its line, if kubectl refuses it there: it allows only a
// comment, although YAML allows a document to begin on that line.
func (c *chunk) badSeparator() []byte {
	if !bytes.HasPrefix(c.text, []byte(separator)) {
		return nil
	}
	line := bytes.TrimSpace(c.text[len(separator):lineLength(c.text)])
	if len(line) == 0 || line[0] == '#' {
		return nil
	}
	return line
}

// blank reports whether the chunk has only its separator and comments.
func (c *chunk) blank() bool {
	text := c.text
	if bytes.HasPrefix(text, []byte(separator)) {
		text = text[lineLength(text):]
	}
	return firstContent(text) < 0
}

// firstContent returns the offset of the first line that is neither blank nor certainly a comment, -1 if there is
// none. YAML has more line breaks than "\n", at which a comment ends.
func firstContent(text []byte) int {
	for at := 0; at < len(text); {
		n := lineLength(text[at:])
		if line := bytes.Trim(text[at:at+n], blanks); len(line) > 0 && (line[0] != '#' || bytes.IndexByte(line, '\r') >= 0 || hasOddBreak(line)) {
			return at
		}
		at += n
	}
	return -1
}

// lineLength returns the length of text's first line with its line feed.
func lineLength(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// blanks are YAML's white space; Unicode has more.
const blanks = " \t\r\n"

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
