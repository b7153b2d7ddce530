package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/kube"
)

// kustomizeFormat is the format for kustomize.
const kustomizeFormat = "kustomize"

// openapiFlags are the flags of crdtool openapi.
type openapiFlags struct {
	kubeVersion          kubeVersion
	v3, v2               bool
	groupVersion         string
	explainLoss          bool
	out                  string
	format               string
	layout               string
	additionalProperties bool
	named                []string
	quiet                bool
	config               configFlags
}

func newOpenAPI() *cobra.Command {
	f := openapiFlags{kubeVersion: kubeVersion{kube.Latest}}
	cmd := &cobra.Command{
		Use:         "openapi [PATH...]",
		Short:       "Write the OpenAPI documents a server publishes for CustomResourceDefinitions, or JSON Schema",
		Annotations: map[string]string{argumentsAnnotation: pathsArgument + "\nThe CRDs are assumed to be valid; crdtool lint checks that."},
		Example: `crdtool openapi --v2 -o yaml config/crd
crdtool openapi --v2 --explain-loss -f config/crd
crdtool openapi -o jsonschema --out schemas config/crd`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return runOpenAPI(cmd, &f, paths)
		},
	}
	flags := cmd.Flags()
	addFiles(cmd, &f.named)
	flags.BoolVar(&f.v3, "v3", false, "OpenAPI v3, a document for each group and version (the default)")
	flags.BoolVar(&f.v2, "v2", false, "OpenAPI v2, one document for all")
	flags.Var(parsed{"GROUP/VERSION", func(s string) error {
		if group, version, found := strings.Cut(s, "/"); !found || group == "" || version == "" || strings.Contains(version, "/") {
			return errors.New("must be a group and a version, such as example.com/v1")
		}
		f.groupVersion = s
		return nil
	}}, "group-version", "write only this group and version")
	flags.BoolVar(&f.explainLoss, "explain-loss", false, "list what OpenAPI v2 loses of each field, instead of writing a document")
	addFormat(cmd, &f.format, "; jsonschema: a schema for each kind and version; kustomize: the file for openapi.path of a kustomization; markdown, html: documentation, as crdtool docs writes it",
		"json", "yaml", "jsonschema", kustomizeFormat, string(docgen.Markdown), string(docgen.HTML))
	flags.Var(directoryFlag(&f.out), "out", outUsage+"; a file for each document, and all.json for all JSON Schemas")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)
	layouts := make([]string, len(jsonschema.Layouts))
	for i, l := range jsonschema.Layouts {
		layouts[i] = string(l)
	}
	addChoice(cmd, &f.layout, "layout", "file names: GROUP/KIND_VERSION, or KIND-GROUP-VERSION with the first part of the group or the whole group", layouts...)
	flags.BoolVar(&f.additionalProperties, "additional-properties", false, "accept fields that the schema does not declare, which a server would prune")
	addKubeVersion(cmd, &f.kubeVersion)
	f.config.add(cmd)

	group(flags, "What is written", "filename", "v3", "v2", "group-version", "explain-loss", "kube-version", "config", "no-config", "exclude")
	group(flags, "Output (exit status: 0 done, 2 could not run, or a file cannot be read)", "format", "output", "out", "quiet")
	group(flags, "JSON Schema", "layout", "additional-properties")
	return cmd
}

// check returns an error about flags that exclude each other.
func (f *openapiFlags) check(cmd *cobra.Command) error {
	jsonSchema := f.format == "jsonschema"
	notPublished := jsonSchema || f.pages() || f.format == kustomizeFormat
	switch {
	case f.v3 && f.v2:
		return errors.New("--v3 and --v2 cannot be combined; choose one")
	case f.explainLoss && f.v3:
		return errors.New("--explain-loss applies to --v2; remove --v3")
	case f.explainLoss && notPublished:
		return errors.New("--explain-loss supports only text, the default, --format json and --format yaml; choose one")
	case f.explainLoss && f.out != "":
		return errors.New("--explain-loss prints to standard output; remove --out")
	case notPublished && (f.v3 || f.v2):
		return fmt.Errorf("--format %s cannot be combined with --v3 or --v2; remove them", f.format)
	}
	for _, name := range [...]string{"layout", "additional-properties"} {
		if cmd.Flags().Changed(name) && !jsonSchema {
			return fmt.Errorf("--%s requires --format jsonschema; add it", name)
		}
	}
	return nil
}

// pages reports whether the format is documentation.
func (f *openapiFlags) pages() bool {
	return f.format == string(docgen.Markdown) || f.format == string(docgen.HTML)
}
