package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/output/render"
	changes "github.com/crdtool/crdtool/internal/upgrading/upgrade"
)

// rulesFlags are the flags of crdtool rules.
type rulesFlags struct {
	profile, topic string
	format         string
}

// allRules is the default of the filters.
const allRules = "all"

func newRules() *cobra.Command {
	var f rulesFlags
	cmd := &cobra.Command{
		Use:   "rules [RULE]",
		Short: "List the lint rules, or explain one rule, with a bad and a good example",
		Annotations: map[string]string{argumentsAnnotation: `RULE is the ID of a rule, which findings show in brackets. Without one, all rules
are listed: crdtool's own, then the server's checks.`},
		Example: `crdtool rules
crdtool rules cel-cost
crdtool rules --profile default --topic upgrade`,
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return f.list(cmd)
			case 1:
				return f.page(cmd, args[0])
			}
			return fmt.Errorf("crdtool rules accepts one rule, got %q and %q", args[0], args[1])
		},
	}
	topics := []string{allRules}
	for _, t := range append(rules.Topics(), rules.CommentTopic, rules.ServerTopic) {
		topics = append(topics, string(t))
	}
	addChoice(cmd, &f.profile, "profile", profileUsage+"; only its rules are listed", append([]string{allRules}, rules.Profiles()...)...)
	addChoice(cmd, &f.topic, "topic", "list only the rules of this topic", topics...)
	addFormat(cmd, &f.format, "", "text", "json", "markdown")
	group(cmd.Flags(), "Which rules", "profile", "topic")
	group(cmd.Flags(), "Output", "format", "output")
	return cmd
}

func (f *rulesFlags) list(cmd *cobra.Command) error {
	list := slices.DeleteFunc(rules.Documented(), func(r *rules.Rule) bool { return !f.takes(r) })
	w := cmd.OutOrStdout()
	switch f.format {
	case "json":
		return render.RulesJSON(w, list)
	case "markdown":
		return render.RulesMarkdown(w, list)
	}
	return render.RuleList(w, list)
}

// takes reports whether the filters select a rule. Every profile has the server's checks.
func (f *rulesFlags) takes(r *rules.Rule) bool {
	if f.topic != allRules && f.topic != string(r.Topic) {
		return false
	}
	if f.profile == allRules {
		return true
	}
	p, _ := rules.ParseProfile(f.profile) // the flag accepts no other
	return r.Profile <= p
}

func (f *rulesFlags) page(cmd *cobra.Command, id string) error {
	r, k := rules.FindDocumented(id), changes.KindOf(id)
	w := cmd.OutOrStdout()
	switch {
	case r == nil && k == nil:
		return errors.New(rules.Unknown(id))
	case r == nil:
		return f.changePage(w, k)
	}
	if err := f.rulePage(w, r); err != nil || k == nil || f.format == "json" {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil { // the ID is also a kind of change
		return err
	}
	return f.changePage(w, k)
}

func (f *rulesFlags) changePage(w io.Writer, k *changes.Kind) error {
	switch f.format {
	case "json":
		return render.ChangeJSON(w, k)
	case "markdown":
		return render.ChangeMarkdown(w, k)
	}
	return render.ChangePage(w, k)
}

func (f *rulesFlags) rulePage(w io.Writer, r *rules.Rule) error {
	switch f.format {
	case "json":
		return render.RuleJSON(w, r)
	case "markdown":
		return render.RuleMarkdown(w, r)
	}
	return render.RulePage(w, r)
}

func completeRules(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	if len(args) == 0 {
		for _, r := range rules.Documented() {
			list = append(list, cobra.CompletionWithDesc(r.ID, r.Title))
		}
		for _, k := range changes.Kinds() {
			if rules.FindDocumented(k.ID) == nil {
				list = append(list, cobra.CompletionWithDesc(k.ID, k.Title))
			}
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
