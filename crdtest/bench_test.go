package crdtest_test

import "testing"

// A test takes a cluster of its own and creates an object in it.
func BenchmarkCreate(b *testing.B) {
	for b.Loop() {
		if err := lamps(b).Create(lamp(LampSpec{Watts: 40})); err != nil {
			b.Fatal(err)
		}
	}
}
