package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/kube"
)

// manifestSuffixes are the suffixes of files that shells complete.
var manifestSuffixes = []string{"yaml", "yml", "json"}

// completeValues adds completions by the type of the value to flags without any.
func completeValues(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, has := cmd.GetFlagCompletionFunc(f.Name); has {
				return
			}
			var complete cobra.CompletionFunc
			switch f.Value.Type() {
			case "PATH", "FILE":
				complete = cobra.FixedCompletions(manifestSuffixes, cobra.ShellCompDirectiveFilterFileExt)
			case "VERSION":
				complete = cobra.FixedCompletions(kubeVersionNames(""), cobra.ShellCompDirectiveNoFileComp)
			case "VERSIONS":
				complete = cobra.FixedCompletions(append([]string{"all"}, kubeVersionNames("-")...), cobra.ShellCompDirectiveNoFileComp)
			case "N", "PERCENT", "NAME", "TEXT", "GROUP/VERSION", "DURATION":
				complete = cobra.NoFileCompletions
			default:
				return
			}
			completes(cmd, f.Name, complete)
		})
	}
}

// kubeVersionNames returns all versions with a suffix, the newest first.
func kubeVersionNames(suffix string) []string {
	var names []string
	for _, v := range slices.Backward(kube.Versions()) {
		names = append(names, v.String()+suffix)
	}
	return names
}

// completeKinds completes the kinds of the CRDs, and their fields after a dot.
func (f *explainFlags) completeKinds(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) > 0 {
		return nil, directive
	}
	// Notes about the CRDs would disturb the command line.
	cmd.SetErr(io.Discard)
	set, _, err := readDefinitions(cmd, &f.config, &f.kubeVersion, f.crds, true)
	if err != nil {
		return nil, directive
	}
	crds := set.CRDs
	var list []cobra.Completion
	dot := strings.LastIndexByte(typed, '.')
	if dot < 0 {
		for _, c := range crds {
			list = append(list, cobra.CompletionWithDesc(strings.ToLower(c.Spec.Names.Kind), c.Metadata.Name))
		}
		return list, directive
	}
	// The error about this impossible field lists the known ones.
	resource, path, err := explain.Find(crds, typed[:dot]+".\x00", f.apiVersion, f.kubeVersion.Version)
	if err == nil {
		err = explain.Write(io.Discard, resource, path, explain.Options{})
	}
	var unknown *explain.UnknownFieldError
	if errors.As(err, &unknown) {
		for _, name := range unknown.Known {
			list = append(list, typed[:dot+1]+name)
		}
	}
	return list, directive
}

// completeKinds completes the kinds of the CRDs, and files.
func (f *sampleFlags) completeKinds(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	cmd.SetErr(io.Discard)
	set, _, err := readDefinitions(cmd, &f.config, &f.kubeVersion, f.crds, true)
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var list []cobra.Completion
	for _, c := range set.CRDs {
		list = append(list, cobra.CompletionWithDesc(strings.ToLower(c.Spec.Names.Kind), c.Metadata.Name))
	}
	return list, cobra.ShellCompDirectiveDefault
}
