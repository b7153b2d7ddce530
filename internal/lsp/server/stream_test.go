package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/server"
)

type output struct{ bytes.Buffer }

func (*output) Close() error { return nil }

// TestInvalidStreams: anything but messages of the protocol ends with an error that says why.
func TestInvalidStreams(t *testing.T) {
	for stream, want := range map[string]string{
		"hello\n":                                       `"hello" is no header of a message; this command reads messages of the Language Server Protocol from the editor`,
		"Content-Length: 99999999999\r\n\r\n{}":         `the length must be a number of bytes up to 268435456`,
		"Content-Length: -1\r\n\r\n{}":                  `the length must be`,
		"Content-Length: x\r\n\r\n{}":                   `the length must be`,
		"Content-Type: a/b\r\n\r\n{}":                   `a message has no Content-Length`,
		"Content-Length: 10\r\n\r\n{}":                  `a message of 10 bytes is cut off`,
		"Content-Len":                                   `a header of a message is cut off`,
		"X: " + strings.Repeat("x", 1<<20) + "\r\n\r\n": `a header of a message is cut off or too long`,
	} {
		err := server.Run(context.Background(), strings.NewReader(stream), new(output), server.Options{Version: "test"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", stream, err, want)
		}
	}
	if err := server.Run(context.Background(), strings.NewReader(""), new(output), server.Options{Version: "test"}); err != nil {
		t.Errorf("an empty stream: %v", err)
	}
}

// TestOrderOfRequests: a request before initialize is refused.
func TestOrderOfRequests(t *testing.T) {
	const hover = `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":0,"character":0}}}`
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- server.Run(context.Background(), in, out, server.Options{Version: "test"}) }()
	fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(hover), hover)
	answer := make([]byte, 200)
	n, err := io.ReadAtLeast(fromServer, answer, 80)
	if err != nil || !strings.Contains(string(answer[:n]), "-32002") {
		t.Errorf("the answer is %q, %v", answer[:n], err)
	}
	_ = toServer.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
