package main

import (
	"io"

	"github.com/spf13/cobra"
)

// unreadInputs collects the inputs that a run could not read. Each is reported at once, and the run continues.
type unreadInputs struct {
	stderr io.Writer
	unread []error
}

func unreadInputsOf(cmd *cobra.Command) unreadInputs { return unreadInputs{stderr: cmd.ErrOrStderr()} }

func (u *unreadInputs) couldNotRead(err error) {
	u.unread = append(u.unread, err)
	printError(u.stderr, err)
}
