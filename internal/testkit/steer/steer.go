// Package steer lets the bytes of a fuzzer steer a generator: each choice that the
// generator makes takes a byte. So nearly all that it makes is well formed, and a
// small change of the bytes is a small change of what is made. It is for tests only.
package steer

import "math/rand/v2"

// Choices are bytes that are not used up yet. Behind their end every choice is the
// first one, which has to be what ends soonest.
type Choices struct{ data []byte }

// By returns the choices that bytes make.
func By(data []byte) *Choices { return &Choices{data} }

// Random returns n bytes, the same for the same seed: what a fuzzer starts with.
func Random(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// Bytes returns some bytes, the same for the same seed: as many as least, or up to most.
func Bytes(seed uint64, least, most int) []byte {
	return Random(seed, least+int(seed%uint64(most-least+1)))
}

// Left tells whether there are choices left.
func (c *Choices) Left() bool { return len(c.data) > 0 }

// Of chooses a number below n, which is at most 65536.
func (c *Choices) Of(n int) int {
	if n <= 1 || len(c.data) == 0 {
		return 0
	}
	chosen := int(c.data[0])
	c.data = c.data[1:]
	if n > 256 && len(c.data) > 0 {
		chosen = chosen<<8 | int(c.data[0])
		c.data = c.data[1:]
	}
	return chosen % n
}

// Seldom is true for one of n values of a byte's worth of choices, and never
// behind their end.
func (c *Choices) Seldom(n int) bool { return c.Of(n) == n-1 && n > 1 }

// From chooses one of some.
func From[T any](c *Choices, all ...T) T { return all[c.Of(len(all))] }
