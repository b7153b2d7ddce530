package main

import (
	"errors"
	"strconv"

	"github.com/crdtool/crdtool/internal/server/findinglimit"
)

// count is a flag that takes how many of something to print; 0 is for all.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Type() string { return "N" }

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("must be an integer from 0, which stands for all")
	}
	*c = count(n)
	return nil
}

// listed is how many findings of one rule about one document are made for as many as are
// to be printed of one at one place: reports list them, and there may be several places.
func (c count) listed() int {
	if c == 0 {
		return 0
	}
	return max(int(c), findinglimit.Default)
}
