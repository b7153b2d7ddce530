package validate

import "hash/maphash"

// saidTexts are texts. Most values have one, and a million wrong values have texts of a
// hundred megabytes, so that the others are kept by 128 bits of a hash.
type saidTexts struct {
	first string
	some  bool
	more  hashes
	seeds [2]maphash.Seed
}

// add takes up a text, and reports whether it is new.
func (s *saidTexts) add(text string) bool {
	switch {
	case !s.some:
		s.first, s.some = text, true
		return true
	case text == s.first:
		return false
	case s.more.slots == nil:
		s.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	}
	return s.more.add([2]uint64{maphash.String(s.seeds[0], text), maphash.String(s.seeds[1], text)})
}

// hashes is a set of hashes. A map would hash them once more, which takes longer than all the
// rest where there are a million.
type hashes struct {
	slots [][2]uint64 // a power of two of them; those that are empty begin with 0
	used  int
}

// add reports whether a hash is new.
func (h *hashes) add(hash [2]uint64) bool {
	hash[0] |= 1 // no empty slot
	if 4*h.used >= 3*len(h.slots) {
		h.grow()
	}
	slot := h.slot(hash)
	if *slot == hash {
		return false
	}
	*slot = hash
	h.used++
	return true
}

// slot is that of a hash, or the empty one where it belongs.
func (h *hashes) slot(hash [2]uint64) *[2]uint64 {
	last := uint64(len(h.slots) - 1)
	for i := hash[1] & last; ; i = (i + 1) & last {
		if slot := &h.slots[i]; slot[0] == 0 || *slot == hash {
			return slot
		}
	}
}

func (h *hashes) grow() {
	before := h.slots
	h.slots = make([][2]uint64, max(8, 2*len(before)))
	for _, hash := range before {
		if hash[0] != 0 {
			*h.slot(hash) = hash
		}
	}
}
