package report

// Pos is a range in a file, 1-based, columns in characters; End is past the
// last character. The zero Pos is unknown.
type Pos struct {
	Line, Column       int
	EndLine, EndColumn int
}
