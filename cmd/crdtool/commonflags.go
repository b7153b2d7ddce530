package main

import (
	"fmt"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/kube"
)

// Usage texts of flags that several commands have. A flag means the same in all of them; a command adds its own
// details after a semicolon.
const (
	filesUsage        = "a path, as if it were an argument; repeatable"
	crdsUsage         = "files or directories with the CRDs"
	oldUsage          = "what the cluster has stored"
	kubeVersionsUsage = "several versions of kube-apiserver: a range such as 1.27- or 1.27-1.30, several ranges separated by commas, or all"
	kubeVersionUsage  = "the version of kube-apiserver to emulate"
	validationUsage   = "how unknown and duplicate fields are handled"
	formatUsage       = "the output format"
	outputUsage       = "print in this format, as with kubectl"
	reportUsage       = "FORMAT=PATH: also write the report to a file, repeatable"
	diffUsage         = "print only a diff"
	outUsage          = "write files into this directory"
	colorUsage        = "when to use colour; auto: on a terminal, unless NO_COLOR is set"
	quietUsage        = "print no notes and no progress"
	verboseUsage      = "also print the names of skipped files and of directories that are not searched"
	maxUsage          = "in text: how many findings of one kind at one place to print before the rest are counted"
	profileUsage      = "the profile"
)

// addFiles defines -f, which kubectl users expect.
func addFiles(cmd *cobra.Command, to *[]string) {
	cmd.Flags().VarP(pathsFlag(to), "filename", "f", filesUsage)
}

func addKubeVersion(cmd *cobra.Command, to *kubeVersion) {
	cmd.Flags().Var(to, "kube-version", fmt.Sprintf("%s, %s (default %s)", kubeVersionUsage, kube.Supported(), kube.Latest))
}

func addKubeVersions(cmd *cobra.Command, to *kubeVersions, more string) {
	cmd.Flags().Var(to, "kube-versions", kubeVersionsUsage+more)
}

// addFormat defines --format, and --output as another name of it.
func addFormat(cmd *cobra.Command, to *string, more string, formats ...string) {
	addChoice(cmd, to, "format", formatUsage+more, formats...)
	cmd.Flags().VarP(choice{to, formats}, "output", "o", outputUsage)
	completes(cmd, "output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

// choseFormat reports whether a flag selects a format.
func choseFormat(flags *pflag.FlagSet) bool {
	return flags.Changed("format") || flags.Changed("output")
}

// completes sets the completion of a defined flag.
func completes(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, by) // fails only for an undefined flag
}

// colours are the values of --color.
var colours = []string{"auto", "always", "never"}

func addColor(cmd *cobra.Command, to *string) { addChoice(cmd, to, "color", colorUsage, colours...) }

// coloured reports whether the value of --color makes text coloured.
func coloured(when string) bool { return when == "always" || when == "auto" && !color.NoColor }

// changesFiles are the flags that change files of the user. Suggestions for other flags skip them.
var changesFiles = []string{"fix", "write-baseline", "out", "write"}

const onlyCRDsUsage = "treat named files like those found in a directory: skip patches, templates and files without a CRD"
