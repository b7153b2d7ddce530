// Command bench measures crdtool lsp beside yaml-language-server: both get the same files and the same keystrokes over
// standard input and output.
//
//	go run ./editors/bench -crd FILE [-typed N] [-objects N] -crdtool PROGRAM -yamlls "node .../yaml-language-server --stdio"
//
// The CRD should be large. The text that is typed is a field of its schema, and then a field of an object of it, in a folder
// with the CRD and as many objects as -objects says. yaml-language-server gets the schemas of the CRD by crdtool openapi.
// It has no schema for the CRD itself, so there it only reads YAML.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

var (
	crd     = flag.String("crd", "", "the file of a CRD")
	crdtool = flag.String("crdtool", "crdtool", "the program crdtool")
	yamlls  = flag.String("yamlls", "", "the command of yaml-language-server, separated by spaces; without it only crdtool is measured")
	typed   = flag.Int("typed", 300, "keys that are typed in each file")
	objects = flag.Int("objects", 1000, "files of objects in the folder")
	asked   = flag.Int("asked", 50, "hovers and completions in each file")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	w, err := newWorkspace(*crd, *crdtool, *objects)
	if err != nil {
		return err
	}
	defer os.RemoveAll(w.folder)
	servers := []server{{"crdtool", []string{w.crdtool, "lsp"}, nil}}
	if *yamlls != "" {
		servers = append(servers, server{"yaml-language-server", strings.Fields(*yamlls), w.yamlSettings()})
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "server\tfile\tready\topened\tkey p50\tp95\tp99\tworst\thover p50\tp95\tcompletion p50\tp95\tpeak memory\tfailed")
	for _, file := range []file{w.crdFile(), w.objectFile()} {
		for _, s := range servers {
			f, err := s.measure(w.folder, file)
			if err != nil {
				fmt.Fprintf(table, "%s\t%s\t%v\n", s.name, file.name, err)
				continue
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d MB\t%d\n", s.name, file.name, ms(f.ready), ms(f.opened),
				at(f.keys, 50), at(f.keys, 95), at(f.keys, 99), at(f.keys, 100), at(f.hovers, 50), at(f.hovers, 95),
				at(f.completions, 50), at(f.completions, 95), f.peak>>20, f.failed)
		}
	}
	return table.Flush()
}

type server struct {
	name     string
	command  []string
	settings map[string]any
}

// figures are those of a server and a file.
type figures struct {
	ready, opened             time.Duration
	keys, hovers, completions []time.Duration
	peak                      int
	failed                    int // hovers and completions that were answered with an error or with nothing
}

// measure opens a file in a server, types into it, and asks at the place where it typed.
func (s *server) measure(folder string, f file) (*figures, error) {
	c, ready, err := start(s.command, folder, s.settings)
	if err != nil {
		return nil, err
	}
	found := &figures{ready: ready}
	err = s.use(c, f, found)
	peak, stopped := c.stop()
	found.peak = peak
	if err == nil {
		err = stopped
	}
	return found, err
}

func (s *server) use(c *client, f file, found *figures) error {
	name := uri(f.path)
	began := time.Now()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": name, "languageId": "yaml", "version": 1, "text": f.text,
	}})
	// The text has an error, for a server need not publish that there is none.
	if _, err := c.diagnostics(name, 1); err != nil && s.settings == nil {
		return err
	}
	found.opened = time.Since(began)
	document := map[string]any{"uri": name}
	version, line, character := 1, f.line, len(strings.Split(f.text, "\n")[f.line])
	for i := range *typed {
		key := f.typed[i : i+1]
		position := map[string]any{"line": line, "character": character}
		version++
		time.Sleep(30 * time.Millisecond) // what came late is not the answer to the next key
		c.drain()
		began := time.Now()
		c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": name, "version": version},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": position, "end": position}, "text": key}},
		})
		if _, err := c.diagnostics(name, version); err != nil {
			return fmt.Errorf("key %d: %w", i, err)
		}
		found.keys = append(found.keys, time.Since(began))
		if character++; key == "\n" {
			line, character = line+1, 0
		}
	}
	for range *asked {
		found.failed += ask(c, "textDocument/hover", document, f.hoverLine, f.hoverCharacter, &found.hovers)
		found.failed += ask(c, "textDocument/completion", document, line, character, &found.completions)
	}
	return nil
}

func ask(c *client, method string, document any, line, character int, times *[]time.Duration) (failed int) {
	began := time.Now()
	answer, err := c.request(method, map[string]any{"textDocument": document, "position": map[string]any{"line": line, "character": character}})
	*times = append(*times, time.Since(began))
	if err != nil || len(answer) == 0 || string(answer) == "null" {
		return 1
	}
	return 0
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// at returns a percentile.
func at(times []time.Duration, percent int) string {
	if len(times) == 0 {
		return "–"
	}
	times = slices.Sorted(slices.Values(times))
	return ms(times[(len(times)-1)*percent/100])
}
