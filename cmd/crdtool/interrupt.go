package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/spf13/cobra"
)

// grace is how long a command has to write what it found so far once it is told to
// stop.
const grace = 80 * time.Millisecond

// timeoutError is the cause of the end of a context that --timeout set.
type timeoutError struct{ after time.Duration }

func (e timeoutError) Error() string { return fmt.Sprintf("stopped by --timeout %v", e.after) }

// errInterrupted is the error of a run that Ctrl-C ended.
var errInterrupted = errors.New("interrupted")

const timeoutFlag, documentTimeoutFlag = "timeout", "document-timeout"

// addTimeout gives a command and those below it the flags --timeout and --document-timeout.
func addTimeout(root *cobra.Command) {
	root.PersistentFlags().Var(new(timeout), timeoutFlag, "stop after this time, such as 30s or 5m, and print what was found so far; 0 for no limit")
	limit := timeout(30 * time.Second)
	root.PersistentFlags().Var(&limit, documentTimeoutFlag, "in lint and apply-dry: give up a file when one of its documents takes longer, and exit with status 2; 0 for no limit (default 30s)")
}

// timeout is a flag that takes a duration.
type timeout time.Duration

func (t *timeout) String() string { return time.Duration(*t).String() }

func (t *timeout) Type() string { return "DURATION" }

func (t *timeout) Set(s string) error {
	d, err := time.ParseDuration(s)
	*t = timeout(d)
	return err
}

// documentTimeout is how long a document may take; 0 for no limit.
func documentTimeout(cmd *cobra.Command) time.Duration {
	t, ok := cmd.Flags().Lookup(documentTimeoutFlag).Value.(*timeout)
	if !ok {
		return 0 // it is defined as one above
	}
	return time.Duration(*t)
}

// startTimeout ends the run when the time of --timeout is over.
func startTimeout(cmd *cobra.Command, end context.CancelCauseFunc) error {
	t, ok := cmd.Flags().Lookup(timeoutFlag).Value.(*timeout)
	if !ok {
		return nil // it is defined as one above
	}
	if limit := documentTimeout(cmd); limit < 0 {
		return fmt.Errorf("--%s %v is negative; write 0 for no limit", documentTimeoutFlag, limit)
	}
	switch after := time.Duration(*t); {
	case after < 0:
		return fmt.Errorf("--timeout %v is negative; write 0 for no limit", after)
	case after > 0:
		time.AfterFunc(after, func() { end(timeoutError{after}) })
	}
	return nil
}

// execute runs the command. Once the context ends it gives it a moment to write what
// it found, and waits no longer: a command may be at a place where it does not look
// at the context.
func execute(ctx context.Context, root *cobra.Command) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return startTimeout(cmd, end) }
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(grace):
			err = ctx.Err()
		}
	}
	if err != nil && stopped(ctx) != nil && errors.Is(err, context.Canceled) {
		return stopped(ctx)
	}
	return err
}

// stopped returns why a run has to end before it is done, or nil.
func stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	var timeout timeoutError
	if cause := context.Cause(ctx); errors.As(cause, &timeout) {
		return timeout
	}
	return errInterrupted
}

// unfinished says of how many files nothing is known, if the run ended before its
// time; the error is one of the run then. Any other error of the run is returned as
// it is.
func unfinished(ctx context.Context, err error, done, all int) (cut, failed error) {
	why := stopped(ctx)
	if err == nil || why == nil {
		return nil, err
	}
	return fmt.Errorf("%w; %d of %s not checked", why, all-done, prose.Count(all, "file")), nil
}
