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

// objects are those of a repository, which one process reads one by one as they are asked
// for.
type objects struct {
	ctx context.Context

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	broken error // from when on nothing can be read any more
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

// errLacking is an object that a repository does not have: it is a partial clone, or
// damaged.
var errLacking = errors.New("is not in this clone, which is partial (git clone --filter) or damaged; use a clone with all files")

// read hands the text of an object and its hash to use, which need not read all of it.
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
		return errLacking // "missing" behind the name
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

// fail ends the process, whose answers have no order any more.
func (o *objects) fail(err error) error {
	_ = o.in.Close()
	_ = o.cmd.Wait()
	switch words := saidBy(o.stderr.String()); {
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

// An entry is what a directory of a revision has under a name.
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

// readTree reads entries as git writes them: MODE NAME, a zero byte and the hash of so
// many bytes.
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
