package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/server/findinglimit"
)

// parsed is a flag whose text a function parses.
type parsed struct {
	placeholder string
	parse       func(string) error
}

var _ pflag.Value = parsed{}

// String returns nothing: the usage of a flag names its default.
func (p parsed) String() string { return "" }

func (p parsed) Type() string { return p.placeholder }

func (p parsed) Set(s string) error { return p.parse(s) }

// wordFlag returns a flag for any text.
func wordFlag(to *string, placeholder string) parsed {
	return parsed{placeholder, func(s string) error { *to = s; return nil }}
}

// pathsFlag returns a repeatable flag for a path.
func pathsFlag(to *[]string) parsed {
	return parsed{"PATH", func(s string) error { *to = append(*to, s); return nil }}
}

// fileFlag returns a flag for the path of a file.
func fileFlag(to *string) parsed {
	return parsed{"FILE", func(s string) error {
		if s == "" {
			return errors.New("the path is empty; name a file")
		}
		*to = s
		return nil
	}}
}

// directoryFlag returns a flag for the path of a directory.
func directoryFlag(to *string) parsed {
	return parsed{"DIR", func(s string) error {
		if s == "" {
			return errors.New("the path is empty; write . for the current directory")
		}
		*to = s
		return nil
	}}
}

// countFlag returns a flag for a limit; 0 means all.
func countFlag(to *int) parsed {
	return parsed{"N", func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return errors.New("must be an integer from 0, which stands for all")
		}
		*to = n
		return nil
	}}
}

// percentFlag returns a flag for a number from 0 to 100.
func percentFlag(to **float64) parsed {
	return parsed{"PERCENT", func(s string) error {
		v, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "%")), 64)
		if err != nil || !(v >= 0 && v <= 100) {
			return errors.New("write a number from 0 to 100")
		}
		*to = &v
		return nil
	}}
}

// listedFindings returns the limit of findings of one rule about one document for a command that prints at most
// printed at one place. It is higher: reports list all, and there may be several places.
func listedFindings(printed int) int {
	if printed == 0 {
		return 0
	}
	return max(printed, findinglimit.Default)
}
