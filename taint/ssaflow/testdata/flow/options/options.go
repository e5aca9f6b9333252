// Package t runs programs with arguments that may be options, and others.
package t

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func input() string { return os.Getenv("P") } // @Source(p)

// What stands before an argument decides.
func lines(ctx context.Context, branch string) {
	p := input()
	exec.Command("git", "clone", p)                                // @Sink(p)
	exec.Command("git", "clone", "--depth", "1", p, "dir")         // @Sink(p)
	exec.Command("git", "clone", "--", p)                          // nothing
	exec.Command("git", "-C", branch, "log", "--oneline", p)       // @Sink(p)
	exec.Command("git", "-C", branch, "log", "--oneline", "--", p) // nothing
	exec.Command("git", "-C", p, "log")                            // nothing: the value of an option
	exec.Command("git", "log", "--author", p)                      // nothing
	exec.Command("git", "log", "-n", p)                            // nothing
	exec.Command("git", "grep", "-n", p)                           // @Sink(p)
	exec.Command("git", "grep", "-n", "-e", p)                     // nothing
	exec.Command("git", "add", p)                                  // nothing: no option of it runs or writes
	exec.Command("git", p)                                         // @Sink(p)
	exec.CommandContext(ctx, "/usr/bin/rg", "-n", p, ".")          // @Sink(p)
	exec.CommandContext(ctx, "rg", "-ne", p, ".")                  // nothing
	exec.CommandContext(ctx, "rg", "--json", "--", p)              // nothing
	exec.Command("find", p, "-name", "*.go")                       // @Sink(p)
	exec.Command("find", "--", p)                                  // @Sink(p)
	exec.Command("find", ".", "-name", p)                          // nothing
	exec.Command("curl", "-sSL", p)                                // @Sink(p)
	exec.Command("curl", "-sSLo", p, "https://example.com/")       // nothing
	exec.Command("curl", "-X", "POST", "-H", p)                    // nothing
	exec.Command("tar", "czf", "a.tgz", p)                         // @Sink(p)
	exec.Command("tar", "xzf", p)                                  // nothing
	exec.Command("tar", "-xf", p, "-C", branch)                    // nothing
	exec.Command("sudo", "tar", "-c", p)                           // @Sink(p)
	exec.Command("docker", "run", "--rm", p)                       // @Sink(p)
	exec.Command("docker", "run", "--rm", "image", "cat", p)       // nothing: for cat
	exec.Command("docker", "ps", p)                                // nothing
	exec.Command("go", "build", "-o", "x", p)                      // @Sink(p)
	exec.Command("go", "build", "./cmd", p)                        // nothing
	exec.Command("wc", p)                                          // nothing
	exec.Command("cat", p)                                         // nothing
	exec.Command(branch, "log", p)                                 // @Sink(p) the program is not known
}

// A program that is looked for once, when it is needed.
var found = sync.OnceValue(func() string {
	name, err := exec.LookPath("rg")
	if err != nil {
		return ""
	}
	return name
})

var finder = func() string { return "rg" }

var changed = func() string { return "rg" }

func Change(name string) { changed = func() string { return name } }

func once() {
	p := input()
	exec.Command(found(), "-n", p)                               // @Sink(p)
	exec.Command(found(), "-n", "--glob", p)                     // nothing
	exec.Command(found(), "-n", "--", p)                         // nothing
	exec.Command(finder(), "-n", "--", p)                        // nothing
	exec.Command(func() string { return "rg" }(), "-n", "--", p) // nothing
	exec.Command(changed(), "-n", "--", p)                       // @Sink(p) whatever it is then
}

func lists() {
	p := input()
	args := []string{"log", "--oneline"}
	args = append(args, p)
	exec.Command("git", args...) // @Sink(p)
	more := append([]string{"log", "--"}, p)
	exec.Command("git", more...)
	_ = &exec.Cmd{Path: "/usr/bin/git", Args: []string{"git", "log", p}} // @Sink(p)
	_ = &exec.Cmd{Path: "/usr/bin/git", Args: []string{"git", "log", "--", p}}
}

// A loop adds to what stands in front.
func rounds(dir string, paths []string) {
	p := input()
	args := []string{"run", "--rm", "-v", dir + ":/workspace"}
	for _, path := range paths {
		if path != dir {
			args = append(args, "-v", path+":/mnt")
		}
	}
	exec.Command("docker", append(args, "alpine", "cat", p)...)
	exec.Command("docker", append(args, p)...) // @Sink(p)
	named := []string{"log"}
	for _, path := range paths {
		named = append(named, "--author", path)
	}
	exec.Command("git", append(named, p)...) // @Sink(p)
	exec.Command("git", append(named, "--", p)...)
	for range paths {
		named = append(named, p)
	}
	exec.Command("git", named...) // @Sink(p)
	values := []string{"log"}
	for range paths {
		values = append(values, "--author", p)
	}
	exec.Command("git", values...)
}

func git(args ...string) *exec.Cmd { return exec.Command("git", args...) } // @Sink(p)

func wrapped() {
	git("log", input())
}

func separate(args ...string) *exec.Cmd { return exec.Command("git", args...) }

func wrappedWell() {
	separate("log", "--", input())
	separate("status", input())
}

// What does not begin with a dash.
func begins(dir string) {
	p := input()
	exec.Command("git", "clone", "./"+p)
	exec.Command("git", "clone", dir+"/"+p)
	exec.Command("git", "clone", "https://example.com/"+p)
	exec.Command("git", "clone", fmt.Sprintf("https://example.com/%s.git", p))
	exec.Command("git", "clone", fmt.Sprintf("%s/x", p)) // @Sink(p)
	exec.Command("git", "clone", p+".git")               // @Sink(p)
	exec.Command("git", "clone", "-"+p)                  // @Sink(p)
	exec.Command("git", "log", "--author="+p)
	exec.Command("git", "log", "-n"+p)
	exec.Command("git", "log", fmt.Sprintf("--grep=%s", p))
	exec.Command("git", "log", filepath.Join("/srv", p))
	exec.Command("git", "log", filepath.Join(".", p)) // @Sink(p) "-x" is what is left of "./-x"
	exec.Command("git", "log", filepath.Clean(p))     // @Sink(p)
	exec.Command("git", "log", filepath.Base(p))      // @Sink(p)
	if abs, err := filepath.Abs(p); err == nil {
		exec.Command("git", "log", abs)
	}
	if n, err := strconv.Atoi(p); err == nil {
		exec.Command("git", "log", strconv.Itoa(n))
	}
	exec.Command("git", "log", strconv.Quote(p))
}

var (
	word   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	dashed = regexp.MustCompile(`^[a-z-]+$`)
	maybe  = regexp.MustCompile(`^[a-z]*-.*$`)
	known  = []string{"main", "next"}
)

func plain(p string) error {
	if strings.HasPrefix(p, "-") {
		return errors.New("an option")
	}
	return nil
}

func short(p string) bool { return len(p) > 0 && p[0] != '-' }

func checks() {
	p := input()
	if !strings.HasPrefix(p, "-") {
		exec.Command("git", "clone", p)
	}
	if strings.HasPrefix(p, "-") {
		exec.Command("git", "clone", p) // @Sink(p)
	}
	if !strings.HasPrefix(p, "--") {
		exec.Command("git", "clone", p) // @Sink(p)
	}
	if strings.HasPrefix(p, "https://") || strings.HasPrefix(p, "git@") {
		exec.Command("git", "clone", p)
	}
	if strings.HasPrefix(strings.TrimSpace(p), "-") {
		return
	}
	exec.Command("git", "clone", p)
}

func more() {
	p := input()
	if plain(p) == nil {
		exec.Command("git", "clone", p)
	}
	if short(p) {
		exec.Command("git", "clone", p)
	}
	if p == "" || p[0] == '-' {
		exec.Command("git", "clone", p) // @Sink(p)
		return
	}
	exec.Command("git", "clone", p)
}

func empty() {
	p := input()
	if len(p) > 0 && p[0] == '-' {
		return
	}
	exec.Command("git", "clone", p)
}

func patterns() {
	p := input()
	if word.MatchString(p) {
		exec.Command("git", "clone", p)
	}
	if dashed.MatchString(p) {
		exec.Command("git", "clone", p) // @Sink(p)
	}
	if maybe.MatchString(p) {
		exec.Command("git", "clone", p) // @Sink(p)
	}
	if slices.Contains(known, p) {
		exec.Command("git", "clone", p)
	}
	if p == "main" {
		exec.Command("git", "clone", p)
	}
}

func addresses() {
	p := input()
	u, err := url.Parse(p)
	if err != nil {
		return
	}
	if u.Scheme == "https" {
		exec.Command("git", "clone", p)
		exec.Command("git", "clone", u.String())
	}
	switch u.Scheme {
	case "http", "https":
		exec.Command("curl", "-s", p)
	}
	if u.Scheme == "" {
		exec.Command("git", "clone", p) // @Sink(p)
	}
	if u.Host == "example.com" {
		exec.Command("curl", p)
	}
	if u.Host == "" {
		exec.Command("curl", p) // @Sink(p)
	}
	exec.Command("curl", p) // @Sink(p)
}

// What is absolute begins with a slash, or a letter.
func absolute() {
	p := input()
	if !filepath.IsAbs(p) {
		p = filepath.Join("/srv", p)
	}
	exec.Command("rg", "TODO", p)
	q := input()
	if filepath.IsAbs(q) {
		exec.Command("rg", "TODO", q)
	} else {
		exec.Command("rg", "TODO", q) // @Sink(p)
	}
}

// A check is about the value that comes by its own way.
func otherWay(absolute bool) {
	p, q := input(), input()
	path := p
	if !filepath.IsAbs(q) {
		path = "."
	}
	exec.Command("rg", "TODO", path) // @Sink(p)
	if absolute {
		path = q
	}
	exec.Command("rg", "TODO", path) // @Sink(p)
}

// whole makes a path whole if it is not, and goes on with it where that fails, for lack of a working directory.
func whole() {
	p := input()
	if !filepath.IsAbs(p) {
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
	}
	exec.Command("git", "clone", p) // nothing
	q := input()
	if _, err := filepath.Abs(q); err == nil {
		exec.Command("git", "clone", q) // @Sink(p)
	}
}

// A list that many conditions add to has many forms; where a value stands in it is the same in all.
func switches(a, b, c, d, e, f, g, h, i, j bool) {
	p := input()
	args := []string{"log", "--author", p} // nothing
	for _, set := range []bool{a, b} {
		if set {
			args = append(args, "-p")
		}
	}
	if a {
		args = append(args, "--stat")
	}
	if b {
		args = append(args, "--patch")
	}
	if c {
		args = append(args, "--oneline")
	}
	if d {
		args = append(args, "--graph")
	}
	if e {
		args = append(args, "--all")
	}
	if f {
		args = append(args, "--merges")
	}
	if g {
		args = append(args, "--no-merges")
	}
	if h {
		args = append(args, "--reverse")
	}
	if i {
		args = append(args, "--follow")
	}
	if j {
		args = append(args, "--quiet")
	}
	exec.Command("git", args...)
	exec.Command("git", append(args, input())...) // @Sink(p)
}
