package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/spf13/cobra"
)

// grace is the time that a stopped command has to write its results.
const grace = 80 * time.Millisecond

// timeoutError is the cancellation cause of --timeout.
type timeoutError struct{ after time.Duration }

func (e timeoutError) Error() string { return fmt.Sprintf("stopped by --timeout %v", e.after) }

// errInterrupted is the error of a run that was stopped by Ctrl-C.
var errInterrupted = errors.New("interrupted")

const timeoutFlag, documentTimeoutFlag = "timeout", "document-timeout"

// addTimeout adds --timeout and --document-timeout to a command and its subcommands.
func addTimeout(root *cobra.Command) {
	root.PersistentFlags().Var(new(timeout), timeoutFlag, "stop after this time, such as 30s or 5m, and print what was found so far; 0 for no limit")
	limit := timeout(30 * time.Second)
	root.PersistentFlags().Var(&limit, documentTimeoutFlag, "give up a document that takes longer, and exit with status 2, in lint, diff, apply-dry, docs, sample and lsp; 0 for no limit (default 30s)")
}

// timeout is a flag with a duration.
type timeout time.Duration

func (t *timeout) String() string { return time.Duration(*t).String() }

func (t *timeout) Type() string { return "DURATION" }

func (t *timeout) Set(s string) error {
	d, err := time.ParseDuration(s)
	*t = timeout(d)
	return err
}

// documentTimeout returns the time limit of a document; 0 for none.
func documentTimeout(cmd *cobra.Command) time.Duration {
	t, ok := cmd.Flags().Lookup(documentTimeoutFlag).Value.(*timeout)
	if !ok {
		return 0 // cannot happen: see addTimeout
	}
	return time.Duration(*t)
}

// startTimeout ends the run after the time of --timeout.
func startTimeout(cmd *cobra.Command, end context.CancelCauseFunc) error {
	t, ok := cmd.Flags().Lookup(timeoutFlag).Value.(*timeout)
	if !ok {
		return nil // cannot happen: see addTimeout
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

// execute runs the command. After the context ends, the command has the grace time to write its results.
// execute does not wait longer: a command does not check the context everywhere.
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

// stopped returns the reason why the run was stopped, or nil.
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

// unfinished returns an error with the number of unchecked files if the run was stopped. Other errors of the
// run are returned unchanged.
func unfinished(ctx context.Context, err error, done, all int) (cut, failed error) {
	why := stopped(ctx)
	if err == nil || why == nil {
		return nil, err
	}
	return fmt.Errorf("%w; %d of %s not checked", why, all-done, prose.Count(all, "file")), nil
}
