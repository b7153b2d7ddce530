package archive

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// The limits of an archive: charts have some hundred files, images some ten thousand.
const (
	maxFiles = 50_000
	// maxBytes limits the bytes of all files, uncompressed, and maxText those of the files that are kept.
	maxBytes = 1 << 30
	maxText  = 64 << 20
	maxName  = 4096
)

// A tree is the files of an archive or a layer, by name.
type tree struct {
	texts map[string][]byte
	// gone are the names that a layer deletes from the layers below, opaque the directories of which it deletes
	// everything.
	gone, opaque []string
}

func newTree() *tree { return &tree{texts: map[string][]byte{}} }

// everything keeps all files of an archive: the blobs of an image have no suffix.
func everything(string) bool { return true }

// manifest reports whether a file is one that manifests are read from.
func manifest(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return path.Base(name) == ".gitignore"
}

// readTar reads a tar archive, possibly compressed by gzip. It keeps the texts of the files for which keep returns true,
// and the names of the others.
func readTar(r io.Reader, keep func(name string) bool) (*tree, error) {
	b, compressed := bufio.NewReader(r), false
	if other := otherFormat(b); other != "" {
		return nil, fmt.Errorf("%s is not read; write it as tar, with or without gzip", other)
	}
	if magic, _ := b.Peek(2); string(magic) == "\x1f\x8b" {
		compressed = true
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, errNotTar
		}
		b = bufio.NewReader(z)
	}
	out := newTree()
	all := &limited{r: b, left: maxBytes}
	t := tar.NewReader(all)
	files, kept := 0, 0
	for {
		h, err := t.Next()
		switch {
		case errors.Is(err, io.EOF) && files > 0:
			// The checksum follows the end of the archive.
			if _, err := io.Copy(io.Discard, all); errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil, damaged(err)
			}
			return out, nil
		case errors.Is(err, errTooLarge):
			return nil, err
		case errors.Is(err, io.EOF) && all.read > 0:
			return nil, errEmpty
		case files == 0 && err != nil && !(compressed && errors.Is(err, io.ErrUnexpectedEOF)):
			return nil, errNotTar
		case err != nil:
			return nil, damaged(err)
		}
		if files++; files > maxFiles {
			return nil, errTooMany
		}
		name, err := inside(h.Name)
		if err != nil {
			return nil, err
		}
		switch base := path.Base(name); {
		case h.Typeflag != tar.TypeReg || name == "": // links are not followed
			continue
		case base == ".wh..wh..opq":
			out.opaque = append(out.opaque, parent(name))
			continue
		case strings.HasPrefix(base, ".wh."):
			out.gone = append(out.gone, path.Join(parent(name), strings.TrimPrefix(base, ".wh.")))
			continue
		case !keep(name):
			out.texts[name] = nil
			continue
		}
		text, err := io.ReadAll(t)
		if errors.Is(err, errTooLarge) {
			return nil, err
		} else if err != nil {
			return nil, damaged(err)
		}
		if kept += len(text); kept > maxText {
			return nil, errTooLarge
		}
		out.texts[name] = text
	}
}

// otherFormat names the format of an archive that is no tar archive with or without gzip; "" if it is not recognized.
func otherFormat(b *bufio.Reader) string {
	magic, _ := b.Peek(6)
	for _, format := range [...]struct{ magic, name string }{
		{"\xfd7zXZ\x00", "the compression xz"}, {"BZh", "the compression bzip2"}, {"\x28\xb5\x2f\xfd", "the compression zstd"}, {"PK\x03\x04", "the format zip"},
	} {
		if strings.HasPrefix(string(magic), format.magic) {
			return format.name
		}
	}
	return ""
}

// inside returns the clean name of a file. It returns an error for a name that leads out of the archive.
func inside(name string) (string, error) {
	clean := path.Clean(strings.TrimLeft(strings.ReplaceAll(name, `\`, "/"), "/")) // tar and docker drop a first slash
	switch {
	case len(name) > maxName:
		return "", fmt.Errorf("the name of a file in it has more than %d bytes", maxName)
	case clean == ".":
		return "", nil
	case clean == "..", strings.HasPrefix(clean, "../"), strings.ContainsRune(clean, 0):
		return "", fmt.Errorf("the file %q in it leads out of it", name)
	}
	return clean, nil
}

func damaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends too early; get it again")
	}
	return fmt.Errorf("it is damaged (%w); get it again", err)
}

// limited is a reader that fails after a number of bytes, since a small archive may have endless ones.
type limited struct {
	r          io.Reader
	left, read int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left, l.read = l.left-n, l.read+n
	return n, err
}
