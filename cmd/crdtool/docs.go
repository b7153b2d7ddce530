package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/output/definitions"
	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/output/render"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
)

// docsFlags are the flags of crdtool docs.
type docsFlags struct {
	title       string
	noSamples   bool
	kubeVersion kubeVersion
	format      string
	out         string
	files       []string
	quiet       bool
	config      configFlags
	types       goTypes
	sourceURL   string
	links       int // number of links
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
	flags.Var(wordFlag(&f.title, "TEXT"), "title", "the heading; without it one is made from the API group")
	flags.BoolVar(&f.noSamples, "no-samples", false, "write no sample manifests, which take the most time")
	addKubeVersion(cmd, &f.kubeVersion)
	addFormat(cmd, &f.format, "", string(docgen.Markdown), string(docgen.HTML))
	flags.Var(directoryFlag(&f.out), "out", outUsage+"; index.html, or README.md and a file for each CRD")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)

	f.config.add(cmd)
	f.types.addDirs(cmd)
	flags.Var(addressFlag(&f.sourceURL), "source-url", "link each field to its line of Go below this address of the repository, such as https://github.com/OWNER/REPOSITORY/blob/v1.0.0")

	group(flags, "What is written", "filename", "title", "no-samples", "source-url", "go-types", "kube-version", "config", "no-config", "exclude")
	group(flags, "Output (exit status: 0 done, 2 could not run, or a file cannot be read)", "format", "output", "out", "quiet")
	return cmd
}

func runDocs(cmd *cobra.Command, f *docsFlags, paths []string) error {
	if len(f.types.dirs) > 0 && f.sourceURL == "" {
		return errors.New("--go-types requires --source-url; add it")
	}
	set, c, err := readDefinitions(cmd, &f.config, &f.kubeVersion, append(f.files, paths...), f.quiet)
	if err != nil {
		return err
	}
	options := docgen.Options{Title: f.title, NoSamples: f.noSamples, Version: f.kubeVersion.Version, Timeout: documentTimeout(cmd), File: set.File}
	if f.sourceURL != "" {
		if err := f.types.open(c); err != nil {
			return err
		}
		options.Source = f.source(&set.Set)
	}
	set.warnRefused(cmd, f.kubeVersion.Version, set.CRDs...)
	pages := docgen.New(set.CRDs, options)
	for _, late := range pages.Late {
		set.takesLong(cmd, late)
	}
	if f.sourceURL != "" && f.links == 0 && !f.quiet {
		note(cmd.ErrOrStderr(), "no Go types that these CRDs are generated from were found, so nothing is linked; name their directory by --go-types")
	}
	return set.outcome(f.document(cmd, pages))
}

// document writes the documentation of CRDs.
func (f *docsFlags) document(cmd *cobra.Command, set *docgen.Set) error {
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
		// File names come from CRDs, which may have any text.
		if !plain(file.name) {
			return fmt.Errorf("%q cannot be used as a file name; run crdtool lint to see what is wrong with the CRD", file.name)
		}
	}
	if err := createFolder(f.out); err != nil {
		return err
	}
	for _, file := range files {
		var b bytes.Buffer
		if err := file.write(&b); err != nil {
			return err
		}
		if err := writeGenerated(filepath.Join(f.out, file.name), of(b.Bytes())); err != nil {
			return err
		}
	}
	note(cmd.ErrOrStderr(), "%s written to %s", prose.Count(len(files), "file"), f.out)
	return nil
}

// source returns a function that returns the address of a field's line in Go. Types of other modules and code
// outside of the repository have none.
func (f *docsFlags) source(set *definitions.Set) func(*apiextensions.CustomResourceDefinition, []finding.Segment) string {
	repository := render.FindRepository(".")
	return func(c *apiextensions.CustomResourceDefinition, path []finding.Segment) string {
		o := f.types.finder.In(origin.GeneratedOf(set.File(c), c), path)
		if o == nil || o.Type != "" {
			return ""
		}
		name, inside := repository.Path(o.File)
		if !inside {
			return ""
		}
		f.links++
		return f.sourceURL + "/" + (&url.URL{Path: name}).EscapedPath() + "#L" + strconv.Itoa(o.Line)
	}
}

// addressFlag returns a flag for the URL of a folder.
func addressFlag(to *string) parsed {
	return parsed{"URL", func(s string) error {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return errors.New("this is no address of a folder, such as https://github.com/OWNER/REPOSITORY/blob/main")
		}
		*to = strings.NewReplacer("(", "%28", ")", "%29").Replace(strings.TrimRight(u.String(), "/"))
		return nil
	}}
}
