package git

// This file finds the repository, and runs git in it.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agentvet/agentvet/internal/regular"
)

// patience is how long one command of git may take. A file of the repository may be a pipe.
const patience = 2 * time.Minute

// A Revision is a commit of a repository.
type Revision struct {
	top  string // directory of the repository, absolute and without links
	name string // as the user calls it
	root string // the object that is the tree of the commit
	objs *objects
}

// Open returns the revision that a name stands for in the repository that has dir, which is
// absolute and without links. Close ends it.
func Open(ctx context.Context, dir, name string) (*Revision, error) {
	top := Top(dir)
	if top == "" {
		return nil, errors.New("there is no directory .git here or above")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := command(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}^{tree}")
	out, err := cmd.Output()
	switch exit := new(exec.ExitError); {
	case ctx.Err() == context.DeadlineExceeded:
		return nil, fmt.Errorf("git takes longer than %v", patience)
	case errors.As(err, &exit):
		// What git says may quote files of the repository, which may be links to anywhere.
		return nil, fmt.Errorf("git finds no such commit in %s: is the clone shallow or partial, or the directory somebody else's (safe.directory)?", top)
	case err != nil:
		return nil, err
	}
	return &Revision{top: top, name: name, root: strings.TrimSpace(string(out)), objs: &objects{top: top}}, nil
}

// Close ends what r has started.
func (r *Revision) Close() { r.objs.end() }

// Top returns the nearest directory with a .git, from dir up, or "". Where git believes the work
// tree to be is a setting of the repository.
func Top(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// Checkout returns the directory of the repository that has dir, or else of the module, or else dir.
func Checkout(dir string) string { return cmp.Or(Top(dir), regular.Module(dir), dir) }

// elsewhere are the variables with which whoever runs agentvet, as a hook, may mean another
// repository or index.
var elsewhere = []string{"GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE"}

// command returns a command of git that reads the repository of the directory top and runs
// nothing of it.
func command(ctx context.Context, top string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
		"-c", "core.bigFileThreshold=1m", "-c", "safe.bareRepository=explicit",
	}, args...)...)
	cmd.Dir = top
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(elsewhere, name)
	})
	cmd.Env = append(cmd.Env,
		"PWD="+top, "GIT_CEILING_DIRECTORIES="+filepath.Dir(top), "GIT_WORK_TREE="+top,
		// An object that is missing is not fetched; older versions know only the second.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_PROTOCOL_FROM_USER=0",
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	cmd.WaitDelay = time.Second
	return cmd
}
