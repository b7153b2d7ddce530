package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/creachadair/jrpc2/channel"
)

// maxMessageBytes limits a message: a text of 64 MiB, the limit of files, with escapes. The channel of jrpc2 has no limit.
const maxMessageBytes = 256 << 20

// A stream reads messages with headers, as the protocol frames them.
type stream struct {
	channel.Channel // writes messages
	in              *bufio.Reader
}

func newStream(in io.Reader, out io.WriteCloser) stream {
	return stream{channel.Header("")(strings.NewReader(""), out), bufio.NewReader(in)}
}

// Recv returns the next message. It returns io.EOF at the end of the stream.
func (s stream) Recv() ([]byte, error) {
	message, err := s.next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w; this command reads messages of the Language Server Protocol from the editor that starts it", err)
	}
	return message, err
}

func (s stream) next() ([]byte, error) {
	length, headers := -1, 0
	for {
		line, err := s.in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && headers == 0 && len(line) == 0 {
			return nil, io.EOF
		}
		if err != nil {
			return nil, errors.New("a header of a message is cut off or too long")
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		headers++
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%.40q is no header of a message", text)
		}
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessageBytes {
			return nil, fmt.Errorf("%.40q: the length must be a number of bytes up to %d", text, maxMessageBytes)
		}
	}
	if length < 0 {
		return nil, errors.New("a message has no Content-Length")
	}
	message := make([]byte, length)
	if _, err := io.ReadFull(s.in, message); err != nil {
		return nil, fmt.Errorf("a message of %d bytes is cut off", length)
	}
	return message, nil
}
