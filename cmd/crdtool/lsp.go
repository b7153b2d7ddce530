package main

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/lsp/server"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

func newLSP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Answer an editor as a language server, over standard input and output",
		Example: `vim.lsp.config("crdtool", { cmd = { "crdtool", "lsp" } })
(add-to-list 'eglot-server-programs '(yaml-mode . ("crdtool" "lsp")))
code --install-extension editors/vscode/dist/crdtool.vsix`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("lsp takes no argument such as %q; the editor says which folder is open", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if collectorTuned {
				debug.SetGCPercent(200) // the server stays, other commands end soon
			}
			// The messages are JSON, whose strings need no further escapes.
			return server.Run(cmd.Context(), cmd.InOrStdin(), keepOpen{safetext.Unwrap(cmd.OutOrStdout())}, server.Options{Version: version(), DocumentTimeout: documentTimeout(cmd)})
		},
	}
	// Editors add --stdio to the command line of a language server.
	cmd.Flags().Bool("stdio", true, "use standard input and output; there is no other way")
	_ = cmd.Flags().MarkHidden("stdio")
	return cmd
}

// keepOpen is a writer that the server does not close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
