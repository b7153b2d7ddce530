package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/internal/text/prose"
)

// groupAnnotation is the annotation with the heading of a flag in --help.
const groupAnnotation = "group"

// argumentsAnnotation is the annotation with the description of a command's arguments.
const argumentsAnnotation = "arguments"

// group puts flags under a heading in --help.
func group(flags *pflag.FlagSet, heading string, names ...string) {
	for _, name := range names {
		flags.Lookup(name).Annotations = map[string][]string{groupAnnotation: {heading}}
	}
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print what a command does, with examples",
		Example: `crdtool help
crdtool help lint
crdtool lint --help`,
		RunE: func(cmd *cobra.Command, args []string) error {
			of, _, err := cmd.Root().Find(args)
			if err != nil {
				return unknownCommand(cmd.Root(), args[0])
			}
			return of.Help()
		},
	}
}

// helpWidth is the maximum width of a line of --help in columns.
const helpWidth = 80

// wrapped wraps a text to helpWidth, with all lines but the first indented.
func wrapped(indent int, text string) string {
	return strings.ReplaceAll(prose.Wrap(text, helpWidth-indent), "\n", "\n"+strings.Repeat(" ", indent))
}

// printHelp prints the description of a command, three examples, and its flags by group in the order of their
// definition.
func printHelp(cmd *cobra.Command) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s\n\nUsage:\n  %s\n", wrapped(0, cmd.Short+"."), wrapped(2, usageLine(cmd)))
	if text := cmd.Annotations[argumentsAnnotation]; text != "" {
		fmt.Fprintf(w, "\n%s\n", wrapped(0, strings.ReplaceAll(text, "\n", " ")))
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples:\n  %s\n", strings.ReplaceAll(cmd.Example, "\n", "\n  "))
	}
	printCommands(w, cmd)
	printFlags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nMore about a command: %s COMMAND --help\n", cmd.CommandPath())
	}
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

func printCommands(w io.Writer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	fmt.Fprint(w, "\nCommands:\n")
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			fmt.Fprintf(w, "  %-12s %s\n", c.Name(), wrapped(commandWidth, c.Short))
		}
	}
}

// flagWidth and commandWidth are the columns in which --help describes flags and commands.
const (
	flagWidth    = 28
	commandWidth = 15
)

func printFlags(w io.Writer, cmd *cobra.Command) {
	var headings []string
	grouped := map[string][]*pflag.Flag{}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		heading := "Flags"
		if g := f.Annotations[groupAnnotation]; len(g) > 0 {
			heading = g[0]
		}
		if grouped[heading] == nil {
			headings = append(headings, heading)
		}
		grouped[heading] = append(grouped[heading], f)
	})
	for _, heading := range headings {
		fmt.Fprintf(w, "\n%s\n", wrapped(0, heading+":"))
		for _, f := range grouped[heading] {
			name := flagName(f)
			if len(name) > flagWidth-3 { // the description starts on the next line
				fmt.Fprintf(w, "  %s\n", brokenAtChoices(name))
				name = ""
			}
			fmt.Fprintf(w, "  %-*s %s\n", flagWidth-3, name, wrapped(flagWidth, f.Usage))
		}
	}
}

// brokenAtChoices breaks the line of a flag with too many choices for one line.
func brokenAtChoices(name string) string {
	const indent = "          "
	end := helpWidth - len("  ")
	if len(name) <= end {
		return name
	}
	i := strings.LastIndex(name[:end], "|") + 1
	return name[:i] + "\n" + indent + strings.TrimSpace(name[i:])
}

func flagName(f *pflag.Flag) string {
	s := "    --" + f.Name
	if f.Shorthand != "" {
		s = "-" + f.Shorthand + ", --" + f.Name
	}
	if f.NoOptDefVal == "" {
		s += " " + f.Value.Type()
	}
	return s
}
