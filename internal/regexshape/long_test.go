package regexshape

import (
	"strings"
	"testing"
)

func TestLongPatterns(t *testing.T) {
	if Parse(strings.Repeat("a", longestPattern)) == nil {
		t.Error("a pattern of the greatest length is not parsed")
	}
	if Parse(strings.Repeat("a", longestPattern+1)) != nil {
		t.Error("a longer pattern is parsed")
	}
}
