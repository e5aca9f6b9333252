package archive

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

var errOutside = errors.New("outside")

// inside takes no entry with a name that leads out.
func inside(dir string, f *zip.File) error {
	if !filepath.IsLocal(f.Name) {
		return errOutside
	}
	return os.WriteFile(filepath.Join(dir, f.Name), nil, 0o600)
}

// extract looks at the name first, and at more of the entry then.
func extract(dir string, f *zip.File) error {
	if !filepath.IsLocal(f.Name) {
		return errOutside
	}
	if f.FileInfo().IsDir() {
		return os.MkdirAll(filepath.Join(dir, f.Name), 0o755)
	}
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(f.Name)), 0o755); err != nil {
		return err
	}
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(dir, f.Name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, f.Mode())
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return err
}

// below compares where the file would be with the folder.
func below(dir string, h *tar.Header) error {
	name := filepath.Join(dir, h.Name)
	if !strings.HasPrefix(name, filepath.Clean(dir)+string(os.PathSeparator)) {
		return errOutside
	}
	return os.WriteFile(name, nil, 0o600)
}

// rooted writes below a root.
func rooted(root *os.Root, h *tar.Header, r io.Reader) error {
	f, err := root.Create(h.Name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return err
}

// last keeps the last part of the name alone.
func last(dir string, h *tar.Header) error {
	return os.WriteFile(filepath.Join(dir, filepath.Base(h.Name)), nil, 0o600)
}
