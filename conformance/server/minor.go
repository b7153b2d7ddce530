package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"

	"k8s.io/client-go/rest"
)

// StartMinor runs etcd, and with it the API server of another minor version of
// Kubernetes, as a program that Build returned. The caller must call Stop.
func StartMinor(program string) (s *Server, err error) {
	Quiet()
	s = &Server{Program: program}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	_, endpoint, err := s.startStore()
	if err != nil {
		return s, err
	}

	cmd := exec.Command(program, "serve", "-etcd", endpoint, "-prefix", prefix)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return s, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return s, err
	}
	var said tail
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return s, err
	}
	s.onStop(func() {
		stdin.Close()
		_ = cmd.Wait()
	})
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		stdin.Close()
		return s, fmt.Errorf("%s did not start: %w\n%s", program, cmd.Wait(), said.text)
	}
	// What it prints later is of no interest, but the pipe must not fill up.
	go func() { _, _ = io.Copy(io.Discard, lines) }()

	var reached struct {
		URL, ServerName, Token string
		CA                     []byte
	}
	if err := json.Unmarshal(line, &reached); err != nil {
		return s, fmt.Errorf("%s: %q: %w", program, line, err)
	}
	s.URL = reached.URL
	s.Client, err = client(&rest.Config{
		Host: reached.URL, BearerToken: reached.Token,
		TLSClientConfig: rest.TLSClientConfig{CAData: reached.CA, ServerName: reached.ServerName},
	})
	return s, err
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 4096
	t.text = append(t.text, p...)
	if n := len(t.text); n > most {
		t.text = append([]byte(nil), t.text[n-most:]...)
	}
	return len(p), nil
}
