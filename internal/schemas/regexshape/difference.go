package regexshape

import (
	"cmp"
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// Beyond returns a text that the pattern some matches and the pattern all does not: one of the shortest. If found is
// false, sure reports that there certainly is none; otherwise the patterns are too large or cannot be parsed. Beyond
// runs automata of both patterns on all texts together. It ignores surrogates, which JSON texts do not contain.
func Beyond(some, all string) (text string, found, sure bool) {
	a, b := compiled(some), compiled(all)
	if a == nil || b == nil {
		return "", false, false
	}
	alphabet := lettersOf(a, b)
	if len(alphabet) == 0 {
		return "", false, false
	}
	s := search{a: a, b: b, alphabet: alphabet, seen: map[string]bool{}}
	return s.run()
}

// maxInstructions limits the instructions: two automata together may have exponentially many states. This many take a
// hundredth of a second.
const maxInstructions = 1_500_000

// automaton is the program of a pattern, whose alternatives all run at once.
type automaton struct {
	*syntax.Prog
	// class maps instructions to the sets of characters that they accept, as indexes into classes.
	class   []int
	classes []*syntax.Inst
	// matches has a row for each class, with an entry for each letter of the alphabet.
	matches  [][]bool
	anchored bool
	stamp    []int
	now      int
}

func compiled(pattern string) *automaton {
	re := Parse(pattern)
	if re == nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	a := &automaton{Prog: prog, class: make([]int, len(prog.Inst)), stamp: make([]int, len(prog.Inst))}
	a.anchored = prog.StartCond()&syntax.EmptyBeginText != 0
	known := map[string]int{}
	for i := range prog.Inst {
		in := &prog.Inst[i]
		if !takesRune(in) {
			continue
		}
		key := string(append([]rune{rune(in.Op), rune(in.Arg)}, in.Rune...))
		id, ok := known[key]
		if !ok {
			id = len(a.classes)
			known[key] = id
			a.classes = append(a.classes, in)
		}
		a.class[i] = id
	}
	return a
}

func takesRune(in *syntax.Inst) bool {
	return in.Op == syntax.InstRune || in.Op == syntax.InstRune1 || in.Op == syntax.InstRuneAny || in.Op == syntax.InstRuneAnyNotNL
}

// lettersOf returns one character of each set of characters that both automata treat alike, and sets which classes
// accept it.
func lettersOf(a, b *automaton) []rune {
	starts := []rune{0, '\n', '\n' + 1, '0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1, 0xd800, 0xe000}
	for _, of := range []*automaton{a, b} {
		for _, in := range of.classes {
			switch {
			case len(in.Rune) == 1:
				starts = append(starts, in.Rune[0], in.Rune[0]+1)
				for f := unicode.SimpleFold(in.Rune[0]); f != in.Rune[0]; f = unicode.SimpleFold(f) {
					starts = append(starts, f, f+1)
				}
			default:
				for i := 0; i+1 < len(in.Rune); i += 2 {
					starts = append(starts, in.Rune[i], in.Rune[i+1]+1)
				}
			}
		}
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	var letters []rune
	known := map[string]int{}
	for i, r := range starts {
		if r == 0xd800 || r > unicode.MaxRune {
			continue
		}
		last := rune(unicode.MaxRune)
		if i+1 < len(starts) {
			last = starts[i+1] - 1
		}
		row := []byte{byte(kindOf(r))}
		for _, of := range []*automaton{a, b} {
			for _, in := range of.classes {
				row = append(row, boolByte(in.MatchRune(r)))
			}
		}
		best := plainIn(r, last)
		if at, ok := known[string(row)]; !ok {
			known[string(row)] = len(letters)
			letters = append(letters, best)
		} else if rank(best) < rank(letters[at]) {
			letters[at] = best
		}
	}
	slices.SortFunc(letters, func(x, y rune) int { return cmp.Or(rank(x)-rank(y), int(x-y)) })
	for _, of := range []*automaton{a, b} {
		for _, in := range of.classes {
			row := make([]bool, len(letters))
			for i := range letters {
				row[i] = in.MatchRune(letters[i])
			}
			of.matches = append(of.matches, row)
		}
	}
	return letters
}

// plain are the most readable characters for messages, the best first.
const plain = "a0A_-./: !x"

// plainIn returns the most readable character of a range.
func plainIn(first, last rune) rune {
	for _, r := range plain {
		if first <= r && r <= last {
			return r
		}
	}
	return first
}

// rank returns the readability of a character; less is better.
func rank(r rune) int {
	if i := strings.IndexRune(plain, r); i >= 0 {
		return i
	}
	if ' ' < r && r < unicode.MaxASCII {
		return len(plain)
	}
	return len(plain) + 1
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// kind is the kind of a character that the next assertion depends on.
type kind byte

const (
	begin kind = iota
	newline
	word
	other
)

func kindOf(r rune) kind {
	switch {
	case r == '\n':
		return newline
	case syntax.IsWordChar(r):
		return word
	}
	return other
}

// before returns a character of a kind.
func (k kind) before() rune { return [...]rune{-1, '\n', 'a', '-'}[k] }

// pair is the state of both automata after the same text.
type pair struct {
	a, b    []uint32
	matched bool // the first automaton matches whatever follows
	last    kind
	from    int
	by      rune
}

type search struct {
	a, b     *automaton
	alphabet []rune
	queue    []pair
	seen     map[string]bool
	work     int
}

func (s *search) run() (text string, found, sure bool) {
	s.queue = []pair{{from: -1}}
	for i := 0; i < len(s.queue); i++ {
		if s.work > maxInstructions {
			return "", false, false
		}
		p := s.queue[i]
		flags := syntax.EmptyOpContext(p.last.before(), -1)
		_, matchedA := s.follow(s.a, p.a, flags)
		if _, matchedB := s.follow(s.b, p.b, flags); (p.matched || matchedA) && !matchedB {
			return s.textTo(i), true, true
		}
		s.read(i)
	}
	return "", false, true
}

// read advances from a pair with every letter.
func (s *search) read(from int) {
	p := s.queue[from]
	type reached struct {
		a, b     []uint32
		matchedA bool
		matchedB bool
	}
	byFlags := map[syntax.EmptyOp]*reached{}
	for l := range s.alphabet {
		r := s.alphabet[l]
		flags := syntax.EmptyOpContext(p.last.before(), r)
		at := byFlags[flags]
		if at == nil {
			at = new(reached)
			at.b, at.matchedB = s.follow(s.b, p.b, flags)
			if !p.matched && !at.matchedB {
				at.a, at.matchedA = s.follow(s.a, p.a, flags)
			}
			byFlags[flags] = at
		}
		if at.matchedB {
			continue // it matches whatever follows
		}
		next := pair{matched: p.matched || at.matchedA, last: kindOf(r), from: from, by: r}
		if !next.matched {
			if next.a = s.step(s.a, at.a, l); len(next.a) == 0 && s.a.anchored {
				continue // it can no longer match
			}
		}
		next.b = s.step(s.b, at.b, l)
		key := next.key()
		if !s.seen[string(key)] {
			s.seen[string(key)] = true
			s.queue = append(s.queue, next)
		}
	}
}

// follow returns the instructions that accept a character and are reachable from the given ones and the start, and
// whether there is a match.
func (s *search) follow(a *automaton, from []uint32, flags syntax.EmptyOp) (takers []uint32, matched bool) {
	a.now++
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if matched || a.stamp[pc] == a.now {
			return
		}
		a.stamp[pc] = a.now
		s.work++
		switch in := &a.Inst[pc]; in.Op {
		case syntax.InstMatch:
			matched = true
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(in.Out)
			visit(in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^flags == 0 {
				visit(in.Out)
			}
		case syntax.InstFail:
		default:
			takers = append(takers, pc)
		}
	}
	for _, pc := range from {
		visit(pc)
	}
	visit(uint32(a.Start))
	return takers, matched
}

// step returns the instructions after a letter, sorted.
func (s *search) step(a *automaton, takers []uint32, letter int) []uint32 {
	var to []uint32
	s.work += len(takers)
	for _, pc := range takers {
		if a.matches[a.class[pc]][letter] {
			to = append(to, a.Inst[pc].Out)
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// key identifies a pair.
func (p *pair) key() []byte {
	b := []byte{byte(p.last), boolByte(p.matched)}
	b = binary.AppendUvarint(b, uint64(len(p.a)))
	for _, pc := range p.a {
		b = binary.AppendUvarint(b, uint64(pc))
	}
	for _, pc := range p.b {
		b = binary.AppendUvarint(b, uint64(pc))
	}
	return b
}

// textTo returns the text that leads to a pair.
func (s *search) textTo(i int) string {
	var runes []rune
	for ; s.queue[i].from >= 0; i = s.queue[i].from {
		runes = append(runes, s.queue[i].by)
	}
	slices.Reverse(runes)
	return string(runes)
}
