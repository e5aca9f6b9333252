package main

// This file asks git which lines have changed.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// changes are the lines of files that a revision does not have.
type changes struct {
	dir   string             // that relative names are relative to
	lines map[string][]lines // by absolute name
	whole map[string]bool    // files that git does not know
}

// lines are lines of a file, from the first to the last.
type lines struct{ first, last int }

func (ch *changes) has(name string, line int) bool {
	if !filepath.IsAbs(name) {
		name = filepath.Join(ch.dir, name)
	}
	for _, l := range ch.lines[name] {
		if l.first <= line && line <= l.last {
			return true
		}
	}
	return ch.whole[name]
}

// git runs a command of git that reads. The settings of a repository can make such commands
// run programs; these are switched off.
func (c *cli) git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = c.dir
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return nil, errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}

// changedSince returns what has changed since a revision, in the directory and below it.
func (c *cli) changedSince(revision string) (*changes, error) {
	commit, err := c.git("rev-parse", "--verify", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("-new-from %s: %w", revision, err)
	}
	root, err := c.git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top, err := filepath.EvalSymlinks(strings.TrimSuffix(string(root), "\n"))
	if err != nil {
		return nil, err
	}
	diff, err := c.git("diff", "-U0", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", strings.TrimSpace(string(commit)))
	if err != nil {
		return nil, err
	}
	ch := &changes{dir: c.dir, lines: make(map[string][]lines), whole: make(map[string]bool)}
	if err := ch.read(top, diff); err != nil {
		return nil, err
	}
	others, err := c.git("ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(others), "\x00"), "\x00") {
		ch.whole[filepath.Join(c.dir, filepath.FromSlash(name))] = true
	}
	return ch, nil
}

// hunk is the head of a piece of a diff: @@ -1,2 +3,4 @@.
var hunk = regexp.MustCompile(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)

// read reads a diff without context, of files below top.
func (ch *changes) read(top string, diff []byte) error {
	var file string
	left := 0 // lines of the hunk that are still to come
	in := bufio.NewReader(bytes.NewReader(diff))
	for {
		line, err := in.ReadString('\n')
		if line == "" && err != nil {
			return nil
		}
		if left > 0 && (line[0] == '+' || line[0] == '-') {
			left--
			continue
		}
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			if file, err = diffName(name); err != nil {
				return err
			}
			file = filepath.Join(top, filepath.FromSlash(file))
			continue
		}
		if m := hunk.FindStringSubmatch(line); m != nil {
			left = hunkLines(line)
			first, _ := strconv.Atoi(m[1])
			count := 1
			if m[2] != "" {
				count, _ = strconv.Atoi(m[2])
			}
			// Where lines are only removed, the neighbours have changed: what they did is gone.
			ch.lines[file] = append(ch.lines[file], lines{first, max(first+count-1, first+1)})
		}
	}
}

// hunkLines returns how many lines a hunk has.
func hunkLines(head string) (n int) {
	for _, part := range strings.Fields(head)[1:3] {
		_, count, ok := strings.Cut(part, ",")
		k := 1
		if ok {
			k, _ = strconv.Atoi(count)
		}
		n += k
	}
	return n
}

// diffName returns the name in a line of a diff, which git quotes if it has unusual characters.
func diffName(text string) (string, error) {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\t")
	if strings.HasPrefix(text, `"`) {
		name, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("output of git diff: %s: %w", text, err)
		}
		text = name
	}
	return strings.TrimPrefix(text, "b/"), nil
}
