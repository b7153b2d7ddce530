// Command crdtool gives kube-apiserver's answer to CustomResourceDefinitions
// offline, at the line of the file that caused it.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/fatih/color"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// Exit statuses.
const (
	exitClean       = 0
	exitFindings    = 1
	exitFailed      = 2
	exitInterrupted = 130 // the status of a program that Ctrl-C ended, in shells
)

// Errors that a command has already printed: they only set the exit status.
var (
	errFindings = errors.New("there are findings")
	errReported = errors.New("some inputs could not be read")
)

func main() {
	tuneCollector()
	go limitMemory(maxMemory(), memoryTaken, func(message string) {
		note(os.Stderr, "%s", message)
		replacing.end()
		os.Exit(exitFailed)
	})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once.
	context.AfterFunc(ctx, stop)
	// color.Output is standard output, with escape sequences translated on the
	// terminals of Windows that do not know them.
	status := run(ctx, os.Args[1:], os.Stdin, color.Output, os.Stderr)
	replacing.end() // a stopped run may still be writing a file
	os.Exit(status)
}

// run runs the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := rootFor(args)
	root.SetArgs(args)
	root.SetIn(stdin)
	// All output goes through these. Formats that escape their text are not changed again.
	out, notes := safetext.NewWriter(stdout, safetext.Terminal), safetext.NewWriter(stderr, safetext.Terminal)
	root.SetOut(out)
	root.SetErr(notes)

	err := checkFlagNames(args)
	if err == nil {
		err = execute(ctx, root)
	}
	err = cmp.Or(err, out.Flush(), notes.Flush())
	switch {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errInterrupted):
		printError(notes, err)
		return exitInterrupted
	case errors.Is(err, errReported) && ctx.Err() != nil:
		return exitInterrupted
	case errors.Is(err, errReported), errors.Is(err, syscall.EPIPE):
		// The reader closed the pipe, as head does.
		return exitFailed
	}
	printError(notes, commandError(root, err))
	return exitFailed
}

// printError prints an error about the run.
func printError(stderr io.Writer, err error) { note(stderr, "%v", err) }

// note prints a line about the run. It is escaped as findings are, since it may quote paths, arguments and
// files.
func note(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "crdtool: %s\n", safetext.Line(fmt.Sprintf(format, args...)))
}

// checkFlagNames returns an error about an argument that is a flag and also the name of a file.
//
// Hooks of pre-commit and shell patterns such as *.yaml pass file names unchanged. A file named
// --config=evil.yaml must not choose the configuration.
func checkFlagNames(args []string) error {
	for _, arg := range args {
		if arg == "--" {
			return nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			continue
		}
		if _, err := os.Lstat(arg); err == nil {
			return fmt.Errorf("%s is the name of a file; write ./%s to read the file, or rename it to use the flag", arg, arg)
		}
	}
	return nil
}
