package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/kube"
)

// A kubeVersion is a flag with a version of Kubernetes.
type kubeVersion struct{ kube.Version }

var _ pflag.Value = (*kubeVersion)(nil)

func (v *kubeVersion) Type() string { return "VERSION" }

func (v *kubeVersion) Set(s string) (err error) {
	if v.Version, err = kube.ParseVersion(s); err == nil {
		return nil
	}
	if list, wrong := kube.ParseVersions(s); wrong == nil && len(list) > 1 {
		return fmt.Errorf("%w; lint, apply-dry and cost take several with --kube-versions", err)
	}
	return err
}

// configured sets a version that was not given from the configuration: the newest if it names several.
func (v *kubeVersion) configured(cmd *cobra.Command, c *config.Config) {
	switch {
	case cmd.Flags().Changed("kube-version"):
	case c.KubeVersion != nil:
		v.Version = *c.KubeVersion
	case len(c.KubeVersions) > 0:
		v.Version = c.KubeVersions[len(c.KubeVersions)-1]
	}
}

// kubeVersions is a flag with a list or range of versions of Kubernetes.
type kubeVersions struct {
	text string
	list []kube.Version
}

var _ pflag.Value = (*kubeVersions)(nil)

// configured sets versions that were not given from the configuration, unless --kube-version is given.
func (v *kubeVersions) configured(cmd *cobra.Command, c *config.Config) {
	if v.list == nil && !cmd.Flags().Changed("kube-version") {
		v.list = c.KubeVersions
	}
}

func (v *kubeVersions) names() []string {
	var names []string
	for _, v := range v.list {
		names = append(names, v.String())
	}
	return names
}

func (v *kubeVersions) String() string { return v.text }

func (v *kubeVersions) Type() string { return "VERSIONS" }

func (v *kubeVersions) Set(s string) (err error) {
	v.text = s
	v.list, err = kube.ParseVersions(s)
	return err
}

// versionFlags are the flags that select versions. They exclude each other.
var versionFlags = []string{"kube-version", "kube-versions", "requires"}

// choseVersions reports whether a flag selects versions.
func choseVersions(cmd *cobra.Command) bool {
	return slices.ContainsFunc(versionFlags, cmd.Flags().Changed)
}

// checkVersions returns an error if two flags select versions.
func checkVersions(cmd *cobra.Command) error {
	var given []string
	for _, name := range versionFlags {
		if cmd.Flags().Changed(name) {
			given = append(given, name)
		}
	}
	if len(given) > 1 {
		return fmt.Errorf("--%s and --%s both say which versions are asked for; remove one of them", given[0], given[1])
	}
	return nil
}
