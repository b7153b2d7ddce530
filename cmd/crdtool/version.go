package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/kube"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of crdtool and of the API server that it emulates",
		Example: `crdtool version
crdtool --version
crdtool version | cut -d ' ' -f 2`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printVersion(cmd.OutOrStdout())
		},
	}
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s accepts no arguments, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// stamped is the version of a release, set by -ldflags "-X main.stamped=v1.2.3".
var stamped string

// version returns the version of this build.
func version() string {
	if stamped != "" {
		return stamped
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func printVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "crdtool %s (kube-apiserver %s, %s, %s/%s)\n",
		version(), kube.Latest, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
