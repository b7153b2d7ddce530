// Package renamed writes texts that differ in names alone: those of the versions of a CRD,
// of which there may be ten thousands, or of the kinds of a list of CRDs. The first few are
// written in full, the others by putting their names where the names of those stood.
package renamed

import "strings"

// Text is one that may be like others.
type Text struct {
	// Alike is the same for texts that differ in nothing but names. It is empty for a text
	// that is like no other.
	Alike string
	// Names are the names in all forms in which they stand in the text. Texts that are
	// alike have as many of them.
	Names []string
	// Write appends the whole text to another.
	Write func(to []byte) ([]byte, error)
	// Examples returns two texts that are alike. Names of one begin otherwise than those of
	// the other, and than other ones of its own, unless they are the same in all texts that
	// are alike.
	Examples func() (a, b *Text)
}

// Texts remembers the texts that it has seen. It is for one goroutine.
type Texts struct{ known map[string]*form }

// form is what texts that are alike have in common, and how many of them were written in full.
type form struct {
	full int
	// pieces stand around the places of names; nil if they are not known.
	pieces []piece
}

// piece is what stands before a place of a name, and which name that is.
type piece struct {
	before string
	name   int // -1 at the end
}

// fullTexts is how many are written in full: where there are few, finding out where the names
// stand takes longer than it saves.
const fullTexts = 3

// Append appends a text to another.
func (t *Texts) Append(to []byte, text *Text) ([]byte, error) {
	if text.Alike == "" {
		return text.Write(to)
	}
	of := t.known[text.Alike]
	if of == nil {
		if t.known == nil {
			t.known = map[string]*form{}
		}
		of = new(form)
		t.known[text.Alike] = of
	}
	if of.full == fullTexts {
		if err := of.learn(text); err != nil {
			return to, err
		}
	}
	if of.full <= fullTexts {
		of.full++
	}
	if of.pieces == nil {
		return text.Write(to)
	}
	for i := range of.pieces {
		p := &of.pieces[i]
		to = append(to, p.before...)
		if p.name >= 0 {
			to = append(to, text.Names[p.name]...)
		}
	}
	return to, nil
}

// learn finds the places of the names in texts that are like one: those where both examples
// have the same one of their names.
func (f *form) learn(text *Text) error {
	a, b := text.Examples()
	inA, err := a.Write(nil)
	if err != nil {
		return err
	}
	inB, err := b.Write(nil)
	if err != nil {
		return err
	}
	restA, restB := string(inA), string(inB)
	var starts [256]bool
	for _, name := range a.Names {
		if name != "" {
			starts[name[0]] = true
		}
	}
	var pieces []piece
	for from, i := restA, 0; ; {
		if i == len(restA) || i == len(restB) {
			if len(restA) == len(restB) {
				f.pieces = append(pieces, piece{from, -1})
			}
			return nil
		}
		name := -1
		if starts[restA[i]] {
			name = nameAt(restA[i:], a.Names, restB[i:], b.Names)
		}
		switch {
		case name >= 0:
			pieces = append(pieces, piece{restA[:i], name})
			restA, restB = restA[i+len(a.Names[name]):], restB[i+len(b.Names[name]):]
			from, i = restA, 0
		case restA[i] == restB[i]:
			i++
		default:
			return nil
		}
	}
}

// nameAt returns the longest name that stands at the beginning of both texts, as each has it,
// or -1.
func nameAt(inA string, a []string, inB string, b []string) int {
	longest := -1
	for i := range a {
		if a[i] != "" && strings.HasPrefix(inA, a[i]) && strings.HasPrefix(inB, b[i]) && (longest < 0 || len(a[i]) > len(a[longest])) {
			longest = i
		}
	}
	return longest
}
