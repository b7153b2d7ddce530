package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// A pathList is a flag that can be given several times, once for each path.
type pathList []string

var _ pflag.Value = (*pathList)(nil)

func (l *pathList) String() string { return strings.Join(*l, ", ") }

func (l *pathList) Type() string { return "PATH" }

func (l *pathList) Set(s string) error {
	*l = append(*l, s)
	return nil
}
