package behaviour

// MoveRow makes a row hold from another version on, until restore is called.
func MoveRow(i, since int) (restore func()) {
	was := rows[i].Since
	rows[i].Since = since
	return func() { rows[i].Since = was }
}
