//go:build unix

package git

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A repo is a repository that tests make.
type repo struct {
	*testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) put(name, text string) {
	r.Helper()
	name = filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
		r.Fatal(err)
	}
}

func (r *repo) link(name, to string) {
	r.Helper()
	os.Remove(filepath.Join(r.dir, name))
	if err := os.Symlink(to, filepath.Join(r.dir, name)); err != nil {
		r.Fatal(err)
	}
}

func (r *repo) commit() {
	r.Helper()
	r.git("add", "-A", "-f")
	r.git("commit", "-q", "--allow-empty", "-m", "a change")
}

// compare returns the lines of a file of ten lines or fewer that HEAD does not have.
func (r *repo) compare(name string) (string, error) {
	r.Helper()
	rev, err := Open(context.Background(), r.dir, "HEAD")
	if err != nil {
		return "", err
	}
	defer rev.Close()
	file := filepath.Join(r.dir, name)
	c, err := rev.Compare(context.Background(), []string{file})
	if err != nil {
		return "", err
	}
	text, _ := os.ReadFile(file)
	var lines []string
	for i := range strings.Count(string(text), "\n") {
		if c.Has(file, i+1) {
			lines = append(lines, strconv.Itoa(i+1))
		}
	}
	return strings.Join(lines, " "), nil
}

func (r *repo) want(name, lines string) {
	r.Helper()
	if got, err := r.compare(name); err != nil || got != lines {
		r.Errorf("new in %s: %q, %v, want %q", name, got, err, lines)
	}
}

// TestChanged wants the lines that differ, and the neighbours of those that are gone.
func TestChanged(t *testing.T) {
	for _, test := range []struct{ old, now, want string }{
		{"a b c", "a b c", ""},
		{"a b c", "x a b c", "[{1 1}]"},
		{"a b c", "a x c", "[{2 2}]"},
		{"a b c", "a c", "[{1 2}]"},
		{"a b c", "b c", "[{0 1}]"},
		{"a b c", "a b", "[{2 3}]"},
		{"a b c", "", "[{0 1}]"},
		{"", "a b", "[{1 2}]"},
		{"a b c d e f g h i j k l", "a x c d e f g h i j k y", "[{2 2} {12 12}]"},
		{"a b c d e f g h i j k l", "a c d e f g h i j k y l z", "[{1 2} {11 11} {13 13}]"},
		{"a } } } b", "a } } x } b", "[{4 4}]"},
		{"- + @@ -1,2", "- + @@ -1,3", "[{4 4}]"},
		{"a\r b\r ", "a b", ""},
	} {
		text := func(words string) []byte {
			if words == "" {
				return nil
			}
			return []byte(strings.ReplaceAll(words, " ", "\n"))
		}
		got := ""
		if spans := changed(text(test.old), text(test.now)); spans != nil {
			got = fmt.Sprint(spans)
		}
		if got != test.want {
			t.Errorf("%q, then %q: %s, want %s", test.old, test.now, got, test.want)
		}
	}
}

// TestCompare wants only what a revision has under the same name to be old.
func TestCompare(t *testing.T) {
	r := newRepo(t)
	r.put("a.go", "1\n2\n3\n")
	r.put("dir/b.go", "1\n2\n3\n")
	r.put("dir/größe\n.go", "1\n2\n3\n")
	r.put("dir/empty.go", "")
	r.put("crlf.go", "1\n2\n3\n")
	r.put("large.go", strings.Repeat("\n", maxObject+1))
	r.link("link.go", "dir/b.go")
	r.link("linked", "dir")
	r.link("out.go", "../a.go")
	r.link("loop.go", "loop.go")
	r.commit()
	r.put("dir/größe\n.go", "1\nx\n3\n")
	r.put("dir/empty.go", "1\n")
	r.put("crlf.go", "1\r\n2\r\n3\r\n")
	r.put("later.go", "1\n2\n")
	r.put(".gitignore", "later.go\n")
	r.want("a.go", "")
	r.want("dir/b.go", "")
	r.want("dir/größe\n.go", "2")
	r.want("dir/empty.go", "1")
	r.want("crlf.go", "")
	r.want("later.go", "1 2")
	r.want("link.go", "")
	r.want("linked/b.go", "")

	// A file with another name is new.
	if err := os.Rename(filepath.Join(r.dir, "a.go"), filepath.Join(r.dir, "moved.go")); err != nil {
		t.Fatal(err)
	}
	r.want("moved.go", "1 2 3")

	// What counts is what a link leads to, now and then.
	r.put("z.go", "1\nz\n3\n")
	r.link("link.go", "z.go")
	r.want("link.go", "2")
	r.put("large.go", "1\n")
	r.want("large.go", "1")
	for _, name := range []string{"out.go", "loop.go"} {
		os.Remove(filepath.Join(r.dir, name))
		r.put(name, "1\n")
		r.want(name, "1")
	}

	// Changes in what git keeps of the work tree count for nothing.
	r.git("update-index", "--assume-unchanged", "dir/b.go")
	r.put("dir/b.go", "1\n2\nx\n")
	r.want("dir/b.go", "3")
	r.want("linked/b.go", "3")

	rev, err := Open(context.Background(), filepath.Join(r.dir, "dir"), "main")
	if err != nil {
		t.Fatal(err)
	}
	defer rev.Close()
	if rev.Top() != r.dir || rev.Inside(filepath.Dir(r.dir)) || !rev.Inside(filepath.Join(r.dir, "..a.go")) {
		t.Errorf("the top is %s, want %s", rev.Top(), r.dir)
	}
	for _, name := range []string{"nosuch", "--output=stolen", "HEAD:a.go", ""} {
		if _, err := Open(context.Background(), r.dir, name); err == nil {
			t.Errorf("%q is a revision", name)
		}
	}
}

// TestSettings wants a repository to run nothing and to hide nothing, whatever its settings and
// attributes say.
func TestSettings(t *testing.T) {
	for _, test := range []struct {
		name       string
		attributes string
		config     []string // name and value, by turns
	}{
		{"filter", "*.go filter=x\n", []string{"filter.x.clean", "touch ran; cat", "filter.x.smudge", "touch ran; cat", "filter.x.required", "true"}},
		{"process", "*.go filter=x\n", []string{"filter.x.process", "touch ran; cat"}},
		{"textconv", "*.go diff=x\n", []string{"diff.x.textconv", "touch ran; cat", "diff.x.command", "touch ran", "diff.external", "touch ran"}},
		{"hooks", "", []string{"core.hooksPath", ".", "core.fsmonitor", "touch ran #", "core.pager", "touch ran #", "pager.cat-file", "touch ran #", "core.alternateRefsCommand", "touch ran #"}},
		{"alias", "", []string{"alias.cat-file", "!touch ran", "alias.rev-parse", "!touch ran"}},
		{"no diff", "*.go -diff\n", nil},
		{"binary", "*.go binary\n", nil},
		{"work tree", "", []string{"core.worktree", "/nonexistent"}},
		{"another work tree", "", []string{"core.worktree", "sub"}},
		{"bare", "", []string{"core.bare", "true"}},
		{"large files", "", []string{"core.bigFileThreshold", "1"}},
		{"order", "", []string{"diff.orderFile", "/dev/zero"}},
		{"ignored", "*.go -text\n", []string{"core.excludesFile", "/dev/zero", "core.attributesFile", "/dev/zero", "diff.ignoreSubmodules", "all"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRepo(t)
			r.put("a.go", "1\n2\n3\n")
			r.put("sub/a.go", "1\n2\n3\n")
			r.commit()
			r.put(".gitattributes", test.attributes)
			r.put("a.go", "1\nx\n3\n")
			for pair := range slices.Chunk(test.config, 2) {
				r.git("config", pair[0], pair[1])
			}
			r.want("a.go", "2")
			r.want("sub/a.go", "")
			if files, _ := filepath.Glob(filepath.Join(r.dir, "*ran")); len(files) > 0 {
				t.Errorf("something ran")
			}
		})
	}
}

// TestOthers wants no other repository and no other object to stand for that of the directory.
func TestOthers(t *testing.T) {
	r := newRepo(t)
	r.put("a.go", "1\n2\n3\n")
	r.commit()

	// In a repository below, all is new.
	below := &repo{t, filepath.Join(r.dir, "below")}
	below.put("b.go", "1\n2\n")
	below.git("init", "-q")
	below.commit()
	r.commit()
	if !strings.HasPrefix(r.git("ls-tree", "HEAD", "below"), "160000 ") {
		t.Fatal("there is no repository in the repository")
	}
	r.want("below/b.go", "1 2")
	below.want("b.go", "")

	// An object that stands in for another.
	r.put("a.go", "1\nx\n3\n")
	r.git("replace", r.git("rev-parse", "HEAD:a.go"), r.git("hash-object", "-w", "a.go"))
	r.want("a.go", "2")

	// What whoever started agentvet was doing is of no account.
	t.Setenv("GIT_DIR", filepath.Join(below.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", below.dir)
	t.Setenv("GIT_INDEX_FILE", "/nonexistent")
	if got, err := r.compare("a.go"); got != "2" || err != nil {
		t.Errorf("new: %q, %v, want line 2", got, err)
	}
	os.Unsetenv("GIT_DIR")
	os.Unsetenv("GIT_WORK_TREE")
	os.Unsetenv("GIT_INDEX_FILE")

	// A work tree of its own.
	r.git("worktree", "add", "-q", "--detach", "tree")
	tree := &repo{t, filepath.Join(r.dir, "tree")}
	tree.put("a.go", "1\n2\n3\n4\n")
	tree.want("a.go", "4")

	// A directory that looks like a repository without a work tree.
	bare := &repo{t, filepath.Join(r.dir, "bare")}
	r.git("clone", "-q", "--bare", ".", "bare")
	bare.put("c.go", "1\n")
	if rev, err := Open(context.Background(), bare.dir, "HEAD"); err != nil || rev.Top() != r.dir {
		t.Errorf("the repository of %s: %v, %v", bare.dir, rev, err)
	}

	// What is no repository is not one because it is in one.
	r.put("fake/.git/HEAD", "nothing\n")
	if _, err := Open(context.Background(), filepath.Join(r.dir, "fake"), "HEAD"); err == nil {
		t.Error("a repository above stands in")
	}
}

// TestMissing wants an object that is missing to be an error, and not to be fetched by a program
// of the repository.
func TestMissing(t *testing.T) {
	for _, kind := range []string{"HEAD:dir", "HEAD:dir/a.go"} {
		t.Run(kind, func(t *testing.T) {
			r := newRepo(t)
			r.put("dir/a.go", "1\n2\n3\n")
			r.put("fetch", "#!/bin/sh\ntouch "+filepath.Join(r.dir, "ran")+"\n")
			r.commit()
			id := r.git("rev-parse", kind)
			if err := os.Remove(filepath.Join(r.dir, ".git/objects", id[:2], id[2:])); err != nil {
				t.Fatal(err)
			}
			for _, remote := range []string{"ext::" + r.dir + "/fetch", r.dir, "ssh://host/x"} {
				r.put(".git/config", "[core]\n\trepositoryformatversion = 1\n\tsshCommand = "+r.dir+"/fetch\n[extensions]\n\tpartialClone = origin\n"+
					"[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n"+
					"[remote \"origin\"]\n\turl = "+remote+"\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\tuploadpack = "+r.dir+"/fetch\n")
				got, err := r.compare("dir/a.go")
				if err == nil || !strings.Contains(err.Error(), id) || !strings.Contains(err.Error(), "partial clone") {
					t.Errorf("%s: %q, %v, want an error about %s", remote, got, err, id)
				}
			}
			if _, err := os.Stat(filepath.Join(r.dir, "ran")); err == nil {
				t.Error("something ran")
			}
		})
	}
}

// TestQuoted wants nothing of what a file of the repository leads to in an error.
func TestQuoted(t *testing.T) {
	r := newRepo(t)
	r.put("a.go", "1\n")
	r.commit()
	r.git("pack-refs", "--all")
	r.put("credentials", "version: s3cret\n")
	for _, name := range []string{"packed-refs", "HEAD", "config", "commondir"} {
		os.Rename(filepath.Join(r.dir, ".git", name), filepath.Join(r.dir, "kept"))
		r.link(filepath.Join(".git", name), "../credentials")
		if _, err := Open(context.Background(), r.dir, "main"); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v, want an error that quotes nothing", name, err)
		}
		os.Remove(filepath.Join(r.dir, ".git", name))
		os.Rename(filepath.Join(r.dir, "kept"), filepath.Join(r.dir, ".git", name))
	}
}

// TestInterrupted wants git to end with the context where it waits for a file of the repository.
func TestInterrupted(t *testing.T) {
	r := newRepo(t)
	r.put("a.go", "1\n")
	r.commit()
	config := filepath.Join(r.dir, ".git", "config")
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(config, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		file, err := os.OpenFile(config, os.O_WRONLY, 0) // waits for git
		if err == nil {
			defer file.Close()
		}
		cancel()
	}()
	if _, err := Open(ctx, r.dir, "HEAD"); err == nil {
		t.Error("there is a revision")
	}
}
