package gittree

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// objects reads the objects of a repository one by one, with one git process.
type objects struct {
	ctx context.Context

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	broken error // the error of all further reads
}

func openObjects(ctx context.Context, g *git) (*objects, error) {
	o := &objects{ctx: ctx, cmd: g.command(ctx, "cat-file", "--batch")}
	o.cmd.Stderr = &o.stderr
	in, err := o.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.in, o.out = in, bufio.NewReaderSize(out, 64<<10)
	if err := o.cmd.Start(); err != nil {
		return nil, fmt.Errorf("the git program could not be run: %w", err)
	}
	return o, nil
}

// errLacking is the error for an object that a partial or damaged clone does not have.
var errLacking = errors.New("is not in this clone, which is partial (git clone --filter) or damaged; use a clone with all files")

// read calls use with the text of an object and its hash. use need not read all of the text.
func (o *objects) read(name string, use func(hash string, r io.Reader, size int64) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken != nil {
		return o.broken
	}
	if _, err := io.WriteString(o.in, name+"\n"); err != nil {
		return o.fail(err)
	}
	header, err := o.out.ReadString('\n')
	if err != nil {
		return o.fail(err)
	}
	words := strings.Fields(header)
	if len(words) != 3 {
		return errLacking // "missing" after the name
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil {
		return o.fail(err)
	}
	limited := &io.LimitedReader{R: o.out, N: size}
	used := use(words[0], limited, size)
	if _, err := io.Copy(io.Discard, limited); err != nil {
		return o.fail(err)
	}
	if end, err := o.out.ReadByte(); err != nil || end != '\n' {
		return o.fail(err)
	}
	return used
}

// fail ends the process, because its answers cannot be matched to requests any more.
func (o *objects) fail(err error) error {
	_ = o.in.Close()
	_ = o.cmd.Wait()
	switch words := errorLine(o.stderr.String()); {
	case o.ctx.Err() != nil:
		o.broken = o.ctx.Err()
	case saysLacking(words):
		o.broken = errLacking
	case words != "":
		o.broken = errors.New("git says: " + words)
	default:
		o.broken = fmt.Errorf("git cat-file ended early: %w", err)
	}
	return o.broken
}

func (o *objects) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken == nil {
		_ = o.in.Close()
		_ = o.cmd.Wait()
		o.broken = errors.New("the revision is closed")
	}
}

// An entry is an entry of a directory of a revision.
type entry struct {
	name, hash string
	kind       kind
}

type kind uint8

const (
	isFile kind = iota
	isDir
	isLink
	isSubmodule
)

// tree reads a directory.
func (o *objects) tree(name string) ([]entry, error) {
	var list []entry
	err := o.read(name, func(hash string, r io.Reader, size int64) error {
		text := make([]byte, size)
		if _, err := io.ReadFull(r, text); err != nil {
			return err
		}
		var err error
		list, err = readTree(text, len(hash)/2)
		return err
	})
	return list, err
}

// readTree parses entries in git's format: MODE NAME, a zero byte and the hash.
func readTree(text []byte, hashBytes int) ([]entry, error) {
	var list []entry
	for len(text) > 0 {
		mode, rest, ok := bytes.Cut(text, []byte(" "))
		name, rest, also := bytes.Cut(rest, []byte{0})
		if !ok || !also || len(rest) < hashBytes {
			return nil, errors.New("a directory of the revision is damaged")
		}
		e := entry{name: string(name), hash: fmt.Sprintf("%x", rest[:hashBytes])}
		switch string(mode) {
		case "40000":
			e.kind = isDir
		case "120000":
			e.kind = isLink
		case "160000":
			e.kind = isSubmodule
		}
		list = append(list, e)
		text = rest[hashBytes:]
	}
	return list, nil
}
