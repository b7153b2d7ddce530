package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// shells are the shells that cobra writes completions for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the script with which a shell completes crdtool's commands, flags and files",
		Example: `source <(crdtool completion bash)
crdtool completion zsh > "${fpath[1]}/_crdtool"
crdtool completion fish > ~/.config/fish/completions/crdtool.fish`,
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("completion needs the name of one shell; supported are %s", strings.Join(shells, ", "))
			}
			return writeCompletion(safetext.Unwrap(cmd.OutOrStdout()), cmd.Root(), args[0])
		},
	}
}

func writeCompletion(w io.Writer, root *cobra.Command, shell string) error {
	const descriptions = true
	switch shell {
	case "bash":
		if _, err := io.WriteString(w, bashWords); err != nil {
			return err
		}
		return root.GenBashCompletionV2(w, descriptions)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, descriptions)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(w)
	}
	if near := nearest.Name(shell, shells); near != "" {
		return fmt.Errorf("unknown shell %q; did you mean %q?", shell, near)
	}
	return fmt.Errorf("unknown shell %q; supported are %s", shell, strings.Join(shells, ", "))
}
