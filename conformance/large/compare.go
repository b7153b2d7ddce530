package large

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// comparison asks the server and crdtool about one file.
type comparison struct {
	context.Context
	server  *server.Server
	program string
	// dir is the folder of the file; number tells it apart.
	dir    string
	number int
	out    io.Writer
	total
}

func (c *comparison) compare(f file) error {
	if err := errors.Join(os.RemoveAll(c.dir), os.MkdirAll(c.dir, 0o777)); err != nil {
		return err
	}
	size, err := write(filepath.Join(c.dir, "crd.yaml"), []object{f.crd}, false)
	if err != nil {
		return err
	}
	args := []string{"lint", "--no-config", "--profile", "server", "-o", "json", "crd.yaml"}
	if f.objects != nil {
		args = []string{"apply-dry", "--no-config", "-o", "json", "--crds", "crd.yaml", "objects.yaml"}
		if size, err = write(filepath.Join(c.dir, "objects.yaml"), f.objects, f.isList); err != nil {
			return err
		}
	}
	if f.old != nil {
		args = append(args, "--verb", "replace", "--old", "old.yaml")
		if _, err := write(filepath.Join(c.dir, "old.yaml"), f.old, false); err != nil {
			return err
		}
	}
	c.files, c.bytes, c.documents = 1, size, max(1, len(f.objects))

	want, err := c.askServer(f)
	if err != nil {
		return err
	}
	got, err := c.askCrdtool(args)
	if err != nil {
		c.different(err.Error())
		return nil
	}
	status := 0
	for i, w := range want {
		if w.Accepted {
			c.accepted++
		} else {
			status = 1
		}
		if i >= len(got.answers) {
			c.different(fmt.Sprintf("%d answers instead of %d", len(got.answers), len(want)))
			break
		}
		g := got.answers[i]
		lines := append(w.Canonical().Diff(g.Canonical()), golden.Differences("object", w.Object, g.Object)...)
		if len(lines) > 0 && f.objects == nil {
			isByChance, err := c.answersByChance(f, w.Answer)
			if err != nil {
				return err
			}
			if isByChance {
				lines = withoutExpensive(w.Answer).Diff(withoutExpensive(g.Answer))
			}
		}
		if len(lines) > 0 {
			c.different(lines...)
		}
	}
	if got.status != status {
		c.different(fmt.Sprintf("exit status %d instead of %d: %s", got.status, status, got.stderr))
	}
	return nil
}

// answersByChance reports whether the server answers otherwise when it is asked again. Of CEL rules
// with equal costs it names those as the most expensive that it meets first on its way through a Go map.
func (c *comparison) answersByChance(f file, first golden.Answer) (bool, error) {
	for range 5 {
		again, err := c.askServer(f)
		if err != nil || len(again[0].Canonical().Diff(first.Canonical())) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// withoutExpensive counts the causes that name the most expensive rules, instead of listing them.
func withoutExpensive(a golden.Answer) golden.Answer {
	all := len(a.Causes)
	a.Causes = slices.DeleteFunc(slices.Clone(a.Causes), func(c golden.Cause) bool {
		return strings.Contains(c.Message, "contributed to estimated rule cost total")
	})
	a.Message = fmt.Sprintf("%d expensive rules", all-len(a.Causes))
	return a.Canonical()
}

// different counts a document as different, and prints why.
func (c *comparison) different(lines ...string) {
	c.differences++
	for i, l := range lines {
		if i == 5 {
			fmt.Fprintf(c.out, "    and %d more\n", len(lines)-i)
			break
		}
		if len(l) > 800 {
			l = l[:400] + " ... " + l[len(l)-400:]
		}
		fmt.Fprintf(c.out, "    %s\n", l)
	}
}

// askServer returns the server's answer to each document.
func (c *comparison) askServer(f file) ([]golden.ObjectAnswer, error) {
	crd, err := json.Marshal(f.crd)
	if err != nil {
		return nil, err
	}
	if f.objects == nil {
		begin := time.Now()
		a, err := record.Play(c, c.server, &golden.Case{CRD: crd, JSON: true, FieldValidation: "Strict"})
		c.total.server = time.Since(begin)
		return []golden.ObjectAnswer{{Answer: a}}, err
	}
	served, err := record.ServeObjects(c, c.server, crd, c.number)
	if err != nil {
		return nil, err
	}
	var all []golden.ObjectAnswer
	for i, o := range f.objects {
		q := &golden.ObjectCase{CRD: crd, JSON: true, FieldValidation: "Strict", Operation: "create"}
		if q.Object, err = json.Marshal(o); err != nil {
			return nil, err
		}
		if f.old != nil {
			q.Operation = "update"
			if q.Old, err = json.Marshal(f.old[i]); err != nil {
				return nil, err
			}
		}
		begin := time.Now()
		a, err := served.Play(c, q)
		if err != nil {
			return nil, err
		}
		c.total.server += time.Since(begin)
		all = append(all, a)
	}
	return all, served.Forget(c)
}

// printed is what crdtool prints of a file.
type printed struct {
	answers []golden.ObjectAnswer
	status  int
	stderr  string
}

// askCrdtool runs crdtool.
func (c *comparison) askCrdtool(args []string) (printed, error) {
	cmd := exec.Command(c.program, args...)
	cmd.Dir = c.dir
	begin := time.Now()
	var text, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &stderr
	if err := cmd.Start(); err != nil {
		return printed{}, err
	}
	done := make(chan error)
	go func() { done <- cmd.Wait() }()
	err := c.watch(cmd.Process.Pid, done)
	c.slowest = time.Since(begin)
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return printed{}, err
	}
	p := printed{status: cmd.ProcessState.ExitCode(), stderr: stderr.String()}
	var all struct{ Documents, Results []answered }
	if err := json.Unmarshal(text.Bytes(), &all); err != nil {
		return p, fmt.Errorf("exit status %d, %.500s: %w", p.status, p.stderr, err)
	}
	for _, a := range append(all.Documents, all.Results...) {
		p.answers = append(p.answers, a.answer())
	}
	return p, nil
}

// watch notes the memory of a process until it is done. The rusage of the process cannot tell it:
// it includes that of this process, which has a server in it.
func (c *comparison) watch(pid int, done chan error) error {
	for {
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
			if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
				var kib int64
				_, _ = fmt.Sscan(rest, &kib)
				c.kib = max(c.kib, kib)
			}
		}
		select {
		case err := <-done:
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// answered is a document of lint's JSON, or a result of apply-dry's.
type answered struct {
	APIServer golden.Answer
	Object    map[string]any
}

func (a answered) answer() golden.ObjectAnswer {
	g := golden.ObjectAnswer{Answer: a.APIServer}
	if a.Object == nil {
		return g
	}
	if meta, ok := a.Object["metadata"].(map[string]any); ok {
		for _, k := range []string{"uid", "creationTimestamp", "managedFields", "resourceVersion"} {
			delete(meta, k)
		}
	}
	g.Object = a.Object
	return g
}
