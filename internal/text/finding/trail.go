package finding

import "strconv"

// Trail is a way into a document that an algorithm extends as it descends and
// cuts back as it returns. A Path is made of it only where there is something
// to say, which is nearly nowhere.
type Trail []Segment

// Enter goes on to a field.
func (t *Trail) Enter(name string) { *t = append(*t, Segment{Name: name}) }

// EnterIndex goes on to an item of a list.
func (t *Trail) EnterIndex(i int) { *t = append(*t, Segment{Index: i, IsIndex: true}) }

// Leave goes back by one step.
func (t *Trail) Leave() { *t = (*t)[:len(*t)-1] }

// Path returns the way as it is now.
func (t Trail) Path() *Path {
	var p *Path
	for _, s := range t {
		if s.IsIndex {
			p = p.Index(s.Index)
		} else {
			p = p.Child(s.Name)
		}
	}
	return p
}

// AppendServer appends to b what Path().Server() is.
func (t Trail) AppendServer(b []byte) []byte {
	if len(t) == 0 {
		return append(b, "<nil>"...)
	}
	start := len(b)
	for _, s := range t {
		if s.IsIndex {
			b = append(strconv.AppendInt(append(b, '['), int64(s.Index), 10), ']')
			continue
		}
		if len(b) > start {
			b = append(b, '.')
		}
		b = append(b, s.Name...)
	}
	return b
}
