package finding

// Fix is the one mechanical change that fixes a finding.
type Fix struct {
	// Title says in the imperative what the change does: remove "status".
	Title   string
	Changes []Change
}

// Change is a change to one node of the user's document, told by paths: how it
// comes to be written is for whoever knows the text.
type Change struct {
	Op ChangeOp
	// Path is the node that is removed or whose value is replaced, or the key
	// that is added.
	Path *Path
	// Value is what Add and Replace write: a string, a bool, an int64, a float64, or, for Add,
	// a list of strings, or any list or mapping of JSON values.
	Value any
}

// ChangeOp is what a Change does.
type ChangeOp uint8

const (
	// Remove takes away a key with its value, or an item of a list. What becomes
	// empty by it stays, as an empty value.
	Remove ChangeOp = iota
	// Add writes a key that is not there, among its neighbours.
	Add
	// Replace writes another scalar in the place of one.
	Replace
	// Rename gives a key another name, the string in Value, and keeps its value.
	Rename
	// RemoveRepeated takes away a key that stands in its mapping more than once
	// with equal values, but for the first one.
	RemoveRepeated
)

// RemoveKey is a fix that removes one node.
func RemoveKey(title string, p *Path) *Fix {
	return &Fix{title, []Change{{Op: Remove, Path: p}}}
}

// ReplaceValue is a fix that replaces one scalar.
func ReplaceValue(title string, p *Path, value any) *Fix {
	return &Fix{title, []Change{{Op: Replace, Path: p, Value: value}}}
}

// RenameKey is a fix that gives one key another name.
func RenameKey(title string, p *Path, name string) *Fix {
	return &Fix{title, []Change{{Op: Rename, Path: p, Value: name}}}
}
