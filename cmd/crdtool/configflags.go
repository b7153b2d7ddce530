package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/gitignore"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// configFlags select the configuration.
type configFlags struct {
	file    string
	none    bool
	exclude []string
}

func (f *configFlags) add(cmd *cobra.Command) {
	cmd.Flags().Var(fileFlag(&f.file), "config", "the configuration file; without it "+config.Name+" in this folder or a folder above")
	cmd.Flags().BoolVar(&f.none, "no-config", false, "do not read a configuration file")
	cmd.Flags().Var(parsed{"PATTERN", func(s string) error {
		f.exclude = append(f.exclude, s)
		return gitignore.Valid(s)
	}}, "exclude", "files and directories to skip, as a pattern of .gitignore in this directory; repeatable")
}

// read returns the configuration of the working directory, with the patterns of --exclude. It prints the errors
// in the file with their lines, and then returns errReported.
func (f *configFlags) read(cmd *cobra.Command) (*config.Config, error) {
	c, err := f.readFile(cmd)
	if c != nil {
		c.ExcludeHere(f.exclude)
	}
	return c, err
}

func (f *configFlags) readFile(cmd *cobra.Command) (*config.Config, error) {
	path := f.file
	if path != "" && f.none {
		return nil, errors.New("--config and --no-config cannot be combined; remove one of them")
	}
	found := path == "" && !f.none
	if found {
		var err error
		if path, err = config.Find("."); err != nil {
			return nil, fmt.Errorf("looking for the configuration file: %w", err)
		}
	}
	if path == "" {
		return config.Default(), nil
	}
	file, err := source.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, wrong := config.Read(file)
	if c != nil {
		c.Found = found
		return c, nil
	}
	text := render.NewText(false)
	var b bytes.Buffer
	for i := range wrong {
		f := wrong[i].Report(path)
		text.Finding(&b, &f, file)
	}
	_, _ = cmd.ErrOrStderr().Write(b.Bytes())
	return nil, errReported
}

// ruleFlags select lint rules in addition to the configuration.
type ruleFlags struct {
	profile         string
	enable, disable []string
	flags           *pflag.FlagSet
}

func (f *ruleFlags) add(cmd *cobra.Command) {
	addChoice(cmd, &f.profile, "profile", profileUsage+"; which of crdtool's own rules are enabled", "default", "server", "strict", "api-review")
	cmd.Flags().Var(rulesFlag(&f.enable), "enable", "rules to enable whatever the profile, separated by commas; repeatable")
	cmd.Flags().Var(rulesFlag(&f.disable), "disable", "rules to disable, separated by commas; repeatable")
	for _, name := range []string{"enable", "disable"} {
		completes(cmd, name, completeRuleList)
	}
	f.flags = cmd.Flags()
}

// selector returns the selector of the configuration and the flags.
func (f *ruleFlags) selector(c *config.Config) *config.Selector {
	choice := config.Choice{Enable: f.enable, Disable: f.disable}
	if f.flags.Changed("profile") {
		p, _ := rules.ParseProfile(f.profile) // the flag accepts no other
		choice.Profile = &p
	}
	return c.Selector(choice)
}

// rulesFlag returns a flag for IDs of rules.
func rulesFlag(to *[]string) parsed {
	return parsed{"RULE,...", func(s string) error {
		for id := range strings.SplitSeq(s, ",") {
			id = strings.TrimSpace(id)
			if id == "" {
				return errors.New("a rule ID is empty; remove the comma")
			}
			if err := config.Settable(id); err != nil {
				return err
			}
			*to = append(*to, id)
		}
		return nil
	}}
}

// completeRuleList completes the last ID of a list.
func completeRuleList(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var list []cobra.Completion
	for _, r := range rules.Documented() {
		if r.Topic != rules.ServerTopic || r.Severity != finding.Error {
			list = append(list, cobra.CompletionWithDesc(before+r.ID, r.Title))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// dropExcluded removes files that the configuration excludes, and crdtool's own files, from a list. It prints a
// note about excluded files that were named; crdtool's own files stay if named.
func dropExcluded(cmd *cobra.Command, c *config.Config, list *files.List, quiet bool) {
	list.Keep(func(f *files.File) bool {
		return !c.Leaves(f.Name, !f.Found, func(name string) {
			if !quiet {
				by := c.Path
				if by == "" || c.ExcludesHere(name) {
					by = "--exclude"
				}
				note(cmd.ErrOrStderr(), "%s is excluded by %s", name, by)
			}
		})
	})
}
