package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/text/nearest"
)

// newRoot returns the root command with all commands.
func newRoot() *cobra.Command {
	root := newBareRoot()
	for _, c := range commands() {
		root.AddCommand(c.make())
	}
	completeValues(root)
	return root
}

// rootFor returns the root command for a command line, with only the named command if there is one. Defining
// the flags of all commands would take longer than most commands.
func rootFor(args []string) *cobra.Command {
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name {
			root := newBareRoot()
			root.AddCommand(c.make())
			return root
		}
	}
	return newRoot()
}

type command struct {
	name string
	make func() *cobra.Command
}

func commands() []command {
	return []command{
		{"lint", newLint}, {"rules", newRules}, {"init", newInit}, {"apply-dry", newApplyDry}, {"test", newTest}, {"diff", newDiff},
		{"convert", newConvert}, {"cost", newCost}, {"openapi", newOpenAPI}, {"docs", newDocs}, {"explain", newExplain}, {"sample", newSample},
		{"lsp", newLSP}, {"version", newVersion}, {"completion", newCompletion},
	}
}

// newBareRoot returns the root command without others.
func newBareRoot() *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "crdtool",
		Short: "Check CustomResourceDefinitions and custom objects offline, with the answers of kube-apiserver",
		Example: `crdtool lint config/crd
crdtool apply-dry config/samples
crdtool completion bash`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return printVersion(cmd.OutOrStdout())
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.PersistentFlags().BoolP("help", "h", false, "print what a command does, with examples")
	addTimeout(root)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		printHelp(cmd)
		return nil
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(newHelp())
	return root
}

// commandError rewords cobra's error about an unknown command, which has no type. It returns other errors
// unchanged.
func commandError(root *cobra.Command, err error) error {
	var name string
	if _, scanErr := fmt.Sscanf(err.Error(), "unknown command %q for", &name); scanErr != nil {
		return err
	}
	return unknownCommand(root, name)
}

// otherNames maps names in other tools to commands.
var otherNames = map[string]string{
	"validate": "lint", "check": "lint", "verify": "lint", "fix": "lint --fix",
	"apply": "apply-dry", "create": "apply-dry", "dry-run": "apply-dry",
	"compare": "diff", "breaking": "diff", "crdify": "diff", "upgrade": "diff",
	"schema": "openapi --format jsonschema", "jsonschema": "openapi --format jsonschema", "swagger": "openapi",
	"generate": "sample", "example": "sample", "describe": "explain", "markdown": "docs", "migrate": "convert",
}

func unknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	near := nearest.Name(name, names)
	if near == "" {
		near = otherNames[strings.ToLower(name)]
	}
	if near != "" {
		return fmt.Errorf("unknown command %q; did you mean %q?", name, near)
	}
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("unknown command %q; to check this path, run: crdtool lint %s", name, name)
	}
	return fmt.Errorf("unknown command %q; the commands are %s", name, strings.Join(names, ", "))
}

// flagError rewords pflag's errors, and suggests the most similar flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		given := "--" + unknown.GetSpecifiedName()
		if s := unknown.GetSpecifiedShortnames(); s != "" {
			given, _, _ = strings.Cut("-"+s, "=")
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(changesFiles, f.Name) {
				names = append(names, "--"+f.Name)
			}
		})
		if near := nearest.Name("--"+strings.TrimLeft(given, "-"), names); near != "" {
			return fmt.Errorf("unknown flag %q; did you mean %q?", given, near)
		}
		return fmt.Errorf("unknown flag %q; see %s --help", given, cmd.CommandPath())
	case errors.As(err, &invalid) && slices.Contains([]string{timeoutFlag, documentTimeoutFlag}, invalid.GetFlag().Name):
		return fmt.Errorf("--%s %q is not a duration; write a number with a unit, such as 30s or 5m", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s %q: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	case errors.As(err, &missing):
		f := missing.GetFlag()
		return fmt.Errorf("--%s needs a value: --%s %s", f.Name, f.Name, f.Value.Type())
	}
	return err
}
