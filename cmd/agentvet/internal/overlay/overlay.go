// Package overlay tells the go command what to see in place of files.
//
// The go command takes a file of names and replacements (-overlay). What it compiles
// stands in other files then, so each begins with a line that says where its text
// belongs: positions are those of the program.
//
// Names in this package: o *Overlay.
package overlay

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Overlay replaces files. Use New.
type Overlay struct {
	dir     string            // of the files that are made; "" as long as there are none
	replace map[string]string // path as the go command sees it to the file with its contents; "" hides it
	made    int
	cache   string // the module cache, of which the go command lets nobody replace anything
}

// New returns an overlay over the one that the flags of the user ask for (GOFLAGS), if any:
// the go command takes one. Cache is the module cache.
func New(goflags, cache string) (*Overlay, error) {
	o := &Overlay{replace: make(map[string]string), cache: cache}
	file := GoFlag(goflags, "overlay")
	if file == "" {
		return o, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	users := struct{ Replace map[string]string }{o.replace}
	if err := json.Unmarshal(data, &users); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return o, nil
}

// Hide makes a file invisible, and reports whether it can: of the module cache, the go command
// lets nobody hide anything.
func (o *Overlay) Hide(path string) bool {
	if o.cache != "" && strings.HasPrefix(path, o.cache+string(filepath.Separator)) {
		return false
	}
	o.replace[path] = ""
	return true
}

// Read returns the contents of a file as the go command sees it.
func (o *Overlay) Read(path string) ([]byte, error) {
	if actual, ok := o.replace[path]; ok {
		path = actual
	}
	return os.ReadFile(path)
}

// Put gives a Go file another text, with the positions of the file. A file that is not
// Go code has no positions.
func (o *Overlay) Put(path string, text []byte) error {
	if strings.HasSuffix(path, ".go") {
		text = append(fmt.Appendf(nil, "//line %s:1:1\n", path), text...)
	}
	file, err := o.write(filepath.Base(path), text)
	o.replace[path] = file
	return err
}

// Dir returns the directory of what is made, for more of it.
func (o *Overlay) Dir() (string, error) {
	if o.dir == "" {
		dir, err := os.MkdirTemp("", "agentvet")
		if err != nil {
			return "", err
		}
		o.dir = dir
	}
	return o.dir, nil
}

// write makes a file that ends like the one it stands for.
func (o *Overlay) write(name string, text []byte) (string, error) {
	dir, err := o.Dir()
	if err != nil {
		return "", err
	}
	o.made++
	file := filepath.Join(dir, fmt.Sprintf("%d_%s", o.made, name))
	return file, os.WriteFile(file, text, 0o666)
}

// Flag returns the flag for the go command, none if nothing is replaced.
func (o *Overlay) Flag() ([]string, error) {
	if len(o.replace) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(struct{ Replace map[string]string }{o.replace})
	if err != nil {
		return nil, err
	}
	file, err := o.write("overlay.json", data)
	return []string{"-overlay=" + file}, err
}

// Remove removes what was written.
func (o *Overlay) Remove() {
	if o.dir != "" {
		os.RemoveAll(o.dir)
	}
}
