package git

// This file looks up files in the trees of a commit.

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// Kinds of entries, as trees have them.
const (
	modeTree = "40000"
	modeLink = "120000"
	modeFile = "100" // and three digits
)

// An entry is what a tree has of a name.
type entry struct{ mode, id string }

// A lookup finds files in the trees of a revision. Each tree is read once.
type lookup struct {
	*Revision
	trees map[string]map[string]entry
}

// file returns what the revision has of a file, whose name is relative to the top of the
// repository. It follows links within the repository. A file that is not there, or in another
// repository below, is nil.
func (l *lookup) file(ctx context.Context, name string) ([]byte, error) {
	rest := strings.Split(filepath.ToSlash(name), "/")
	const mostLinks = 40
	at, dirs, links := entry{modeTree, l.root}, []string(nil), 0
	for i := 0; i < len(rest); i++ {
		if at.mode != modeTree {
			return nil, nil
		}
		tree, err := l.tree(ctx, at.id)
		if err != nil {
			return nil, err
		}
		next, ok := tree[rest[i]]
		if !ok {
			return nil, nil
		}
		if next.mode != modeLink {
			at, dirs = next, append(dirs, rest[i])
			continue
		}
		target, err := l.objs.read(ctx, next.id, "blob")
		if err != nil && !errors.Is(err, errLarge) {
			return nil, err
		}
		to := path.Join(path.Join(dirs...), string(target))
		if links++; err != nil || links > mostLinks || path.IsAbs(string(target)) || !filepath.IsLocal(to) || to == "." {
			return nil, nil
		}
		rest = append(strings.Split(to, "/"), rest[i+1:]...)
		at, dirs, i = entry{modeTree, l.root}, nil, -1
	}
	if !strings.HasPrefix(at.mode, modeFile) {
		return nil, nil
	}
	data, err := l.objs.read(ctx, at.id, "blob")
	if errors.Is(err, errLarge) {
		return nil, nil
	}
	return data, err
}

// tree returns the entries of a tree.
func (l *lookup) tree(ctx context.Context, id string) (map[string]entry, error) {
	if tree, ok := l.trees[id]; ok {
		return tree, nil
	}
	data, err := l.objs.read(ctx, id, "tree")
	if err != nil {
		return nil, err
	}
	tree := make(map[string]entry)
	for size := len(id) / 2; len(data) > 0; {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, named := strings.Cut(string(head), " ")
		if !ok || !named || len(rest) < size {
			return nil, fmt.Errorf("object %s is no tree", id)
		}
		tree[name] = entry{mode, hex.EncodeToString(rest[:size])}
		data = rest[size:]
	}
	l.trees[id] = tree
	return tree, nil
}
