package sweep

import (
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
	}
}
