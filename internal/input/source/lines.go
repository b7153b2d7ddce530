package source

import (
	"bytes"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"
)

// lineIndex holds the byte offset at which each line of a file starts.
type lineIndex struct {
	once   sync.Once
	starts []int

	mu   sync.Mutex
	long map[int][]int // by line number, see columns
}

// longLine is the length from which columns indexes the characters of a line, and stride the number of characters
// between two entries of that index.
const (
	longLine = 4096
	stride   = 256
)

// columns returns the offsets in a long line of the first character and of every 256th after it; nil for other
// lines. JSON may be one line of megabytes, with thousands of findings.
func (f *File) columns(n int, text []byte) []int {
	if len(text) < longLine {
		return nil
	}
	f.lines.mu.Lock()
	defer f.lines.mu.Unlock()
	if steps, ok := f.lines.long[n]; ok {
		return steps
	}
	if f.lines.long == nil {
		f.lines.long = map[int][]int{}
	}
	steps := make([]int, 0, len(text)/stride+1)
	for i, count := 0, 0; i < len(text); count++ {
		if count%stride == 0 {
			steps = append(steps, i)
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	f.lines.long[n] = steps
	return steps
}

// lineStarts returns the offset of every line. A line ends at "\n", "\r\n" or a lone "\r", as in editors. YAML
// also breaks lines at U+0085, U+2028 and U+2029; breaks corrects their positions.
func (f *File) lineStarts() []int {
	f.lines.once.Do(func() {
		starts := append(make([]int, 0, bytes.Count(f.Text, []byte{'\n'})+1), 0)
		returns := bytes.IndexByte(f.Text, '\r') >= 0
		at := 0
		for line := range bytes.Lines(f.Text) {
			for i := 0; returns && i < len(line); i++ {
				if line[i] == '\r' && !bytes.HasPrefix(line[i+1:], []byte{'\n'}) {
					starts = append(starts, at+i+1)
				}
			}
			if at += len(line); line[len(line)-1] == '\n' {
				starts = append(starts, at)
			}
		}
		f.lines.starts = starts
	})
	return f.lines.starts
}

func endsInBreak(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	c := text[len(text)-1]
	return c == '\n' || c == '\r'
}

// Line returns line n of the file, counted from 1, without its line break. It is empty if the file has no such
// line.
func (f *File) Line(n int) string { return string(f.line(n)) }

func (f *File) line(n int) []byte {
	starts := f.lineStarts()
	if n < 1 || n > len(starts) {
		return nil
	}
	end := len(f.Text)
	if n < len(starts) {
		end = starts[n]
	}
	return bytes.TrimRight(f.Text[starts[n-1]:end], "\r\n")
}

// Lines returns the number of lines. A line break at the end of the file begins no line.
func (f *File) Lines() int {
	n := len(f.lineStarts())
	if n > 1 && endsInBreak(f.Text) {
		n--
	}
	return n
}

// Offset returns the byte offset in Text of a line and column; false if the file has no such line. A column past
// the end of the line gives the line's end.
func (f *File) Offset(line, column int) (int, bool) {
	starts := f.lineStarts()
	if line < 1 || line > len(starts) {
		return 0, false
	}
	text := f.line(line)
	i := 0
	if steps := f.columns(line, text); steps != nil && column > stride {
		step := min((column-1)/stride, len(steps)-1)
		i, column = steps[step], column-step*stride
	}
	for ; column > 1 && i < len(text); column-- {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return starts[line-1] + i, true
}

// LineColumn returns the line and column of a byte offset in Text.
func (f *File) LineColumn(offset int) (line, column int) {
	starts := f.lineStarts()
	line = linesTo(starts, offset)
	from, before := starts[line-1], 0
	if offset-from > stride {
		if steps := f.columns(line, f.line(line)); steps != nil {
			step := sort.SearchInts(steps, offset-from+1) - 1
			from, before = from+steps[step], step*stride
		}
	}
	return line, 1 + before + utf8.RuneCount(f.Text[from:offset])
}

// Near returns the part of a line around a column, with some thousand characters on each side, and the column in
// that part.
func (f *File) Near(n, column int) (text string, at int) {
	line := f.line(n)
	steps := f.columns(n, line)
	const around = longLine / stride
	if step := (column - 1) / stride; steps != nil && column > 0 {
		step = min(step, len(steps)-1)
		first, last := max(0, step-around), step+around
		end := len(line)
		if last < len(steps) {
			end = steps[last]
		}
		return string(line[steps[first]:end]), column - first*stride
	}
	return string(line), column
}

// lineEnd returns the offset of the end of the line of an offset, without its line break.
func (f *File) lineEnd(offset int) int {
	starts := f.lineStarts()
	end := len(f.Text)
	if line := linesTo(starts, offset); line < len(starts) {
		end = starts[line]
	}
	for end > offset && (f.Text[end-1] == '\n' || f.Text[end-1] == '\r') {
		end--
	}
	return end
}

// linesTo returns the number of lines that begin at an offset or before it.
func linesTo(starts []int, offset int) int {
	n, _ := slices.BinarySearch(starts, offset+1)
	return n
}
