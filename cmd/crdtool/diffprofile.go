package main

import (
	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

// ownProfile is for the verdicts that crdtool comes to by itself.
const ownProfile = "crdtool"

func addDiffProfile(cmd *cobra.Command, to *string) {
	addChoice(cmd, to, "profile", profileUsage+"; whose verdicts to give, those of crdtool or those of another tool with its defaults", append([]string{ownProfile}, others.Names()...)...)
}

// diffProfile is the profile that a flag names, or else the configuration, whose settings
// are for the profile that it names itself. It is nil for crdtool's own verdicts.
func diffProfile(cmd *cobra.Command, flag string, c *config.Diff) *others.Profile {
	name, settings := c.Profile, c.Settings
	if cmd.Flags().Changed("profile") && flag != name {
		name, settings = flag, others.Settings{}
	}
	return others.New(name, settings)
}

// unreported says how many changes break something and pass in the profile.
func unreported(cmd *cobra.Command, p *others.Profile, n int) {
	if p == nil || n == 0 {
		return
	}
	it := "it"
	if n > 1 {
		it = "them"
	}
	note(cmd.ErrOrStderr(), "%s that %s does not report; --profile %s shows %s", prose.Count(n, "breaking change"), p.Name, ownProfile, it)
}
