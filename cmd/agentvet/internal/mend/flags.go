package mend

// This file tells the go command to use the copies of modules.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// write sets the flags and variables by which the go command sees what was placed.
func (w *workspace) write() error {
	m := w.m
	m.flags = slices.Clone(m.c.Flags)
	m.env = slices.DeleteFunc(m.env, func(v string) bool { return v != noCgo })
	edits, err := w.replacements()
	if err != nil {
		return err
	}
	if len(edits) > 0 && w.goWork != "" {
		err = w.writeWork(edits)
	} else if len(edits) > 0 {
		err = w.writeMod(edits)
	}
	if err != nil {
		return err
	}
	flag, err := m.c.Overlay.Flag()
	m.flags = append(m.flags, flag...)
	return err
}

// A replacement is a module in another place.
type replacement struct {
	path, version, dir string
	required           bool // a go.mod file requires it, directly
}

// replacements makes the copies of modules that there are to be.
func (w *workspace) replacements() ([]replacement, error) {
	var out []replacement
	for _, c := range w.copies {
		dir, err := c.make()
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", c.path, err)
		}
		w.origin[dir] = c.dir
		_, required := w.requires[c.path]
		out = append(out, replacement{c.path, c.version, dir, required || c.dir != ""})
	}
	slices.SortFunc(out, func(a, b replacement) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

// writeMod has the go command use a copy of go.mod.
func (w *workspace) writeMod(list []replacement) error {
	m := w.m
	dir, err := m.c.Overlay.Dir()
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "go.mod")
	if err := copyFile(file, w.goMod); err != nil {
		return err
	}
	sum := strings.TrimSuffix(w.goMod, ".mod") + ".sum"
	if exists(sum) {
		if err := copyFile(filepath.Join(dir, "go.sum"), sum); err != nil {
			return err
		}
	}
	args := []string{"mod", "edit"}
	for _, r := range list {
		if !r.required {
			args = append(args, "-require="+r.path+"@"+r.version)
		}
		args = append(args, "-dropreplace="+r.path, "-replace="+r.path+"="+r.dir)
	}
	if err := w.run(append(args, file)...); err != nil {
		return err
	}
	m.flags = append(m.flags, "-modfile="+file, "-mod=mod")
	return nil
}

// writeWork has the go command use a copy of go.work, in another directory. A module that
// nobody requires is one more of the workspace.
func (w *workspace) writeWork(list []replacement) error {
	dir, err := w.m.c.Overlay.Dir()
	if err != nil {
		return err
	}
	var work struct {
		Go      string
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := w.json(&work, "work", "edit", "-json", w.goWork); err != nil {
		return err
	}
	var b strings.Builder
	if work.Go != "" {
		fmt.Fprintf(&b, "go %s\n", work.Go)
	}
	for _, use := range work.Use {
		fmt.Fprintf(&b, "use %s\n", quoted(w.absolute(use.DiskPath)))
	}
	replaced := make(map[string]bool)
	for _, r := range list {
		replaced[r.path] = true
		switch i := slices.IndexFunc(w.main, func(m mainModule) bool { return m.path == r.path }); {
		case i >= 0: // a version of a module of the workspace, which go wants to see, too
			fmt.Fprintf(&b, "replace %s %s => %s\n", r.path, r.version, quoted(w.main[i].dir))
		case r.required:
			fmt.Fprintf(&b, "replace %s => %s\n", r.path, quoted(r.dir))
		default:
			fmt.Fprintf(&b, "use %s\n", quoted(r.dir))
		}
	}
	for _, r := range work.Replace {
		to := r.New.Path
		if strings.HasPrefix(to, ".") {
			to = w.absolute(to)
		}
		if !replaced[r.Old.Path] {
			fmt.Fprintf(&b, "replace %s %s => %s %s\n", r.Old.Path, r.Old.Version, quoted(to), r.New.Version)
		}
	}
	file := filepath.Join(dir, "go.work")
	if exists(w.goWork + ".sum") {
		if err := copyFile(file+".sum", w.goWork+".sum"); err != nil {
			return err
		}
	}
	w.m.env = append(w.m.env, "GOWORK="+file)
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func (w *workspace) run(args ...string) error {
	if out, err := w.m.c.Command(w.m.ctx, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
