package sweep

import (
	"flag"
	"slices"
	"testing"
)

func TestPart(t *testing.T) {
	list := []int{0, 1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		all  string
		want []int
	}{{"", []int{0, 3, 6}}, {"1", list}} {
		t.Setenv(All, c.all)
		if got := Part(3, list); !slices.Equal(got, c.want) {
			t.Errorf("with %s=%q: %v, want %v", All, c.all, got, c.want)
		}
		for i := range list {
			if got, want := Takes(3, i), slices.Contains(c.want, i); got != want {
				t.Errorf("with %s=%q: Takes(3, %d) is %v", All, c.all, i, got)
			}
		}
		if got, want := Times(2, 9), map[string]int{"": 2, "1": 9}[c.all]; got != want {
			t.Errorf("with %s=%q: %d times, want %d", All, c.all, got, want)
		}
	}
}

func TestSeeds(t *testing.T) {
	t.Setenv(All, "")
	list := []int{0, 1, 2, 3}
	if got, want := Seeds(2, list), []int{0, 2}; !slices.Equal(got, want) {
		t.Errorf("without a fuzzer: %v, want %v", got, want)
	}
	fuzz := flag.Lookup("test.fuzz").Value
	if err := fuzz.Set("FuzzFile"); err != nil {
		t.Fatal(err)
	}
	defer fuzz.Set("")
	if got := Seeds(2, list); !slices.Equal(got, list) {
		t.Errorf("for a fuzzer: %v, want %v", got, list)
	}
}
