// Package renamed writes texts that differ in a name alone: those of the versions of a CRD,
// of which there may be ten thousands. The first few are written in full, the others by
// putting their name where the name of those stood.
package renamed

import (
	"strconv"
	"strings"
)

// Texts remembers the texts that it has seen. It is for one goroutine.
type Texts struct{ known map[string]*text }

// text is a text and how many were written in full.
type text struct {
	full int
	// pieces stand around the places of the name; nil if they are not known.
	pieces []piece
}

// piece is what stands before a place of the name.
type piece struct {
	before string
	// named says that there is one, and capital that it begins with a capital letter.
	named, capital bool
}

// fullTexts is how many are written in full: where there are few, finding out where the name
// stands takes longer than it saves.
const fullTexts = 3

// Append appends the text for a name to another. Texts that are alike differ in nothing but
// the name, and write returns that for any name; alike is empty for a text that is like no
// other.
func (t *Texts) Append(to []byte, alike, name string, write func(name string) ([]byte, error)) ([]byte, error) {
	if alike == "" || !plain(name) {
		return appendFull(to, name, write)
	}
	// Of what YAML and its readers take names for, and where lines end, the length and
	// the form decide alone.
	key := strconv.Itoa(len(name)) + " " + alike
	of := t.known[key]
	if of == nil {
		if t.known == nil {
			t.known = map[string]*text{}
		}
		of = new(text)
		t.known[key] = of
	}
	if of.full < fullTexts {
		of.full++
		return appendFull(to, name, write)
	}
	if of.full == fullTexts {
		of.full++
		if err := of.learn(len(name), write); err != nil {
			return to, err
		}
	}
	if of.pieces == nil {
		return appendFull(to, name, write)
	}
	for i := range of.pieces {
		p := &of.pieces[i]
		to = append(to, p.before...)
		if p.capital {
			to = append(to, capital(name)...)
		} else if p.named {
			to = append(to, name...)
		}
	}
	return to, nil
}

func appendFull(to []byte, name string, write func(name string) ([]byte, error)) ([]byte, error) {
	text, err := write(name)
	return append(to, text...), err
}

// plain reports whether a name is made of ASCII letters and what follows those in names of
// Go, and ends in a digit: YAML has no word of that form that is no string.
func plain(name string) bool {
	if len(name) < 2 || !isLetter(name[0]) || !isDigit(name[len(name)-1]) {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && !isDigit(c) && c != '_' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// capital is a name as camel case has it behind another word.
func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// learn finds the places of a name of a length in a text: those where the texts for two
// names differ that have no letter in common.
func (t *text) learn(length int, write func(name string) ([]byte, error)) error {
	a, b := strings.Repeat("a", length-1)+"0", strings.Repeat("b", length-1)+"1"
	inA, err := write(a)
	if err != nil {
		return err
	}
	inB, err := write(b)
	if err != nil {
		return err
	}
	if len(inA) != len(inB) {
		return nil
	}
	whole := string(inA)
	var pieces []piece
	start := 0
	for i := 0; i < len(whole); {
		if inA[i] == inB[i] {
			i++
			continue
		}
		p := piece{before: whole[start:i], named: true}
		end := i + length
		if end > len(whole) {
			return nil
		}
		switch is, other := whole[i:end], string(inB[i:end]); {
		case is == a && other == b:
		case is == capital(a) && other == capital(b):
			p.capital = true
		default:
			return nil
		}
		pieces = append(pieces, p)
		i, start = end, end
	}
	t.pieces = append(pieces, piece{before: whole[start:]})
	return nil
}
