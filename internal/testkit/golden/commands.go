package golden

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
)

// Commands is what was done to one object, one step after the other, by kubectl and by
// others.
type Commands struct {
	ID string `json:"id"`
	// CRD is the file of the CRD, in testdata/clientapply/crds.
	CRD   string    `json:"crd"`
	Steps []Command `json:"steps"`
}

// Command is a command of kubectl, or a request of somebody else.
type Command struct {
	// Args are kubectl's, without "-f FILE"; none if it was somebody else.
	Args []string `json:"args,omitempty"`
	// Manifest is the text of the file, File its name.
	Manifest string `json:"manifest,omitempty"`
	File     string `json:"file,omitempty"`
	// Requests are those for the object and its namespace, in order.
	Requests []Exchange `json:"requests"`
	// Out and Err are what was printed.
	Out  string `json:"out,omitempty"`
	Err  string `json:"err,omitempty"`
	Exit int    `json:"exit,omitempty"`
	// After is the object afterwards, in the storage version. It is left out if
	// it is the answer to the last request, and null if there is none.
	After json.RawMessage `json:"after,omitempty"`
}

// Exchange is a request and its answer.
type Exchange struct {
	Method      string          `json:"method"`
	Path        string          `json:"path"`
	Query       string          `json:"query,omitempty"`
	ContentType string          `json:"contentType,omitempty"`
	Body        json.RawMessage `json:"body,omitempty"`
	Code        int             `json:"code"`
	Warnings    []string        `json:"warnings,omitempty"`
	Answer      json.RawMessage `json:"answer,omitempty"`
}

// ReadCommands reads recorded commands.
func ReadCommands(path string) ([]Commands, error) { return readLines[Commands](path, json.Unmarshal) }

// WriteCommands writes lines that are each the JSON of Commands.
func WriteCommands(path string, lines [][]byte) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if _, err := z.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
