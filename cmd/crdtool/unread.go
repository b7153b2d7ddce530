package main

import (
	"io"

	"github.com/spf13/cobra"
)

// unreadInputs are the inputs that a run could not read. It reports each at once and goes on with the others.
type unreadInputs struct {
	stderr io.Writer
	unread []error
}

func unreadInputsOf(cmd *cobra.Command) unreadInputs { return unreadInputs{stderr: cmd.ErrOrStderr()} }

func (u *unreadInputs) couldNotRead(err error) {
	u.unread = append(u.unread, err)
	printError(u.stderr, err)
}
