// Package archive unpacks archives.
package archive

import (
	"archive/tar"
	"archive/zip"
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type unpackArgs struct {
	Package string `json:"package"`
}

// Unpack writes each entry where the archive says.
func Unpack(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("unpack", "Unpacks a package.", func(_ context.Context, in unpackArgs) (string, error) {
		r, err := zip.OpenReader(filepath.Join(dir, filepath.Base(in.Package)))
		if err != nil {
			return "", err
		}
		defer r.Close()
		for _, f := range r.File {
			if err := copyOut(f, filepath.Join(dir, f.Name)); err != nil {
				return "", err
			}
		}
		return "unpacked", nil
	})
}

func copyOut(f *zip.File, name string) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(name) // want `taint/effect: what an archive calls an entry decides which file is written or deleted: os.Create`
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return err
}

// untar is no tool, and part of the program.
func untar(dir string, r io.Reader) error {
	archive := tar.NewReader(r)
	for {
		h, err := archive.Next()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := os.WriteFile(dir+"/"+h.Name, text, 0o600); err != nil { // want `taint/effect: what an archive calls an entry decides which file is written or deleted: os.WriteFile`
			return err
		}
	}
}
