package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	apiextensions "github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/docgen"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/kube"
)

// docsFlags are the flags of crdtool docs.
type docsFlags struct {
	title       string
	noSamples   bool
	kubeVersion kubeVersion
	format      string
	out         string
	files       pathList
	quiet       bool
	config      configFlags
}

func newDocs() *cobra.Command {
	f := docsFlags{kubeVersion: kubeVersion{kube.Latest}}
	cmd := &cobra.Command{
		Use:         "docs [PATH...]",
		Short:       "Write reference documentation of CustomResourceDefinitions: Markdown, or HTML in one file",
		Annotations: map[string]string{argumentsAnnotation: pathsArgument},
		Example: `crdtool docs config/crd
crdtool docs -o html -f config/crd > crds.html
crdtool docs --no-samples --title Reference config/crd`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runDocs(cmd, &f, paths)
		},
	}
	flags := cmd.Flags()
	addFiles(cmd, &f.files)
	flags.Var(word{&f.title, "TEXT"}, "title", "the heading; without it one is made from the API group")
	flags.BoolVar(&f.noSamples, "no-samples", false, "leave out the sample manifests, which take the most time")
	addKubeVersion(cmd, &f.kubeVersion)
	addFormat(cmd, &f.format, "", string(docgen.Markdown), string(docgen.HTML))
	flags.Var((*directory)(&f.out), "out", outUsage+"; index.html, or README.md and a file for each CRD")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)

	f.config.add(cmd)

	group(flags, "What is written", "filename", "title", "no-samples", "kube-version", "config", "no-config")
	group(flags, "Output", "format", "output", "out", "quiet")
	return cmd
}

func runDocs(cmd *cobra.Command, f *docsFlags, paths []string) error {
	crds, err := readCRDs(cmd, &f.config, &f.kubeVersion, append(f.files, paths...), f.quiet)
	if err != nil {
		return err
	}
	return f.document(cmd, crds)
}

// document writes the pages of CRDs.
func (f *docsFlags) document(cmd *cobra.Command, crds []*apiextensions.CustomResourceDefinition) error {
	set := docgen.New(crds, docgen.Options{Title: f.title, NoSamples: f.noSamples, Version: f.kubeVersion.Version})
	write := set.WriteMarkdown
	if f.format == string(docgen.HTML) {
		write = set.WriteHTML
	}
	if f.out == "" {
		return unwritten(write(cmd.OutOrStdout()))
	}
	files := []docsFile{{"index.html", write}}
	if f.format == string(docgen.Markdown) {
		files = []docsFile{{"README.md", set.WriteIndex}}
		for _, p := range set.Pages {
			files = append(files, docsFile{p.FileName(), p.WriteMarkdown})
		}
	}
	return f.write(cmd, files)
}

// docsFile is a file below --out.
type docsFile struct {
	name  string
	write func(io.Writer) error
}

func (f *docsFlags) write(cmd *cobra.Command, files []docsFile) error {
	for _, file := range files {
		// The names come out of CRDs, which may hold anything.
		if !plain(file.name) {
			return fmt.Errorf("%q can't be used as a file name; run crdtool lint to see what is wrong with the CRD", file.name)
		}
	}
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	for _, file := range files {
		var b bytes.Buffer
		if err := file.write(&b); err != nil {
			return err
		}
		if err := writeGenerated(filepath.Join(f.out, file.name), b.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s written to %s\n", render.Count(len(files), "file"), f.out)
	return nil
}
