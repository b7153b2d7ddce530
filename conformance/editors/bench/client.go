package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// patience is the time that a server has for one answer.
const patience = 60 * time.Second

// A client is connected to a language server that it started.
type client struct {
	process  *exec.Cmd
	in       io.WriteCloser
	settings map[string]any // the answers to workspace/configuration, by section

	published chan publication
	answers   chan message
	ended     chan struct{} // closed at the end of the server's output

	writing sync.Mutex
	id      int
}

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// A publication is a list of diagnostics for a file.
type publication struct {
	URI         string `json:"uri"`
	Version     *int   `json:"version"`
	Diagnostics []any  `json:"diagnostics"`
}

// start starts a server for a folder, and returns the time until it has answered initialize.
func start(command []string, folder string, settings map[string]any) (*client, time.Duration, error) {
	began := time.Now()
	c := &client{
		process: exec.Command(command[0], command[1:]...), settings: settings,
		published: make(chan publication, 1000), answers: make(chan message, 1), ended: make(chan struct{}),
	}
	c.process.Stderr = os.Stderr
	c.process.Dir = folder
	in, err := c.process.StdinPipe()
	if err != nil {
		return nil, 0, err
	}
	c.in = in
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := c.process.Start(); err != nil {
		return nil, 0, err
	}
	go c.read(bufio.NewReader(out))
	root := uri(folder)
	_, err = c.request("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": root,
		"workspaceFolders": []any{map[string]any{"uri": root, "name": "workspace"}},
		"capabilities": map[string]any{
			"textDocument": map[string]any{
				"completion":         map[string]any{"completionItem": map[string]any{"snippetSupport": true}},
				"publishDiagnostics": map[string]any{"versionSupport": true},
			},
			"workspace": map[string]any{"configuration": true, "workspaceFolders": true, "didChangeConfiguration": map[string]any{"dynamicRegistration": true}},
		},
	})
	ready := time.Since(began)
	if err != nil {
		return nil, 0, err
	}
	c.notify("initialized", map[string]any{})
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
	return c, ready, nil
}

// stop ends the server, and returns the most memory that it had, in bytes.
func (c *client) stop() (int, error) {
	peak, err := peakMemory(c.process.Process.Pid)
	if _, e := c.request("shutdown", nil); e != nil {
		err = errors.Join(err, e)
	}
	c.notify("exit", nil)
	c.in.Close()
	select {
	case <-c.ended:
	case <-time.After(5 * time.Second):
		c.process.Process.Kill()
	}
	c.process.Wait() // its status is no figure
	return peak, err
}

func peakMemory(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0, errors.New("no VmHWM in /proc")
	}
	kB, err := strconv.Atoi(fields[0])
	return kB << 10, err
}

func (c *client) read(out *bufio.Reader) {
	defer close(c.ended)
	for {
		header, err := textproto.NewReader(out).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(out, body); err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			return
		}
		c.handle(m)
	}
}

func (c *client) handle(m message) {
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p publication
		if json.Unmarshal(m.Params, &p) == nil {
			c.published <- p
		}
	case m.Method == "workspace/configuration":
		var params struct {
			Items []struct {
				Section string `json:"section"`
			} `json:"items"`
		}
		_ = json.Unmarshal(m.Params, &params)
		values := []any{}
		for _, item := range params.Items {
			values = append(values, c.settings[item.Section])
		}
		c.send(map[string]any{"id": m.ID, "result": values})
	case m.Method != "" && m.ID != nil:
		c.send(map[string]any{"id": m.ID, "result": nil})
	case m.Method == "":
		c.answers <- m
	}
}

func (c *client) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // all messages are built from plain values
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body) // a broken pipe is noticed by who waits
}

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"method": method, "params": params})
}

// request waits for the answer; there is one request at a time.
func (c *client) request(method string, params any) (json.RawMessage, error) {
	c.id++
	m := map[string]any{"id": c.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	c.send(m)
	select {
	case answer := <-c.answers:
		if answer.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, answer.Error)
		}
		return answer.Result, nil
	case <-c.ended:
		return nil, fmt.Errorf("%s: the server has ended", method)
	case <-time.After(patience):
		return nil, fmt.Errorf("%s: no answer in %v", method, patience)
	}
}

// diagnostics waits for those of a version of a file. A server that does not name versions has answered when it publishes.
func (c *client) diagnostics(uri string, version int) (int, error) {
	for {
		select {
		case p := <-c.published:
			if p.URI == uri && (p.Version == nil || *p.Version == version) {
				return len(p.Diagnostics), nil
			}
		case <-c.ended:
			return 0, errors.New("the server has ended")
		case <-time.After(patience):
			return 0, fmt.Errorf("no diagnostics of version %d in %v", version, patience)
		}
	}
}

// drain removes the publications that came late.
func (c *client) drain() {
	for {
		select {
		case <-c.published:
		default:
			return
		}
	}
}

func uri(path string) string {
	return "file://" + filepath.ToSlash(path)
}
