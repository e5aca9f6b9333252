package policy

// This file is about the inventory that a policy file names: tools as somebody has recorded them.

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// maxInventory is the size of the largest inventory that is read, in bytes: a hundred thousand tools.
const maxInventory = 64 << 20

// An Inventory is the tools and servers that somebody has recorded.
type Inventory struct {
	Tools   []*graph.Tool
	Servers []graph.Server // with instructions
	File    string         // as it is called
	Pos     graph.Pos      // in the policy file, which names it
	Older   bool           // see graph.Program.Older
}

// inventoryFile reads the name of an inventory.
func (d *document) inventoryFile(n *yaml.Node) {
	s := d.Text(n, "inventory")
	switch {
	case s == nil:
	case !filepath.IsLocal(filepath.FromSlash(s.Value)):
		d.Fail(n, "inventory: want a file beside the policy file or below, not %q", s.Value)
	default:
		d.inventory = &Name{Text: s.Value, Pos: d.Pos(n)}
	}
}

// record keeps the inventory that the file names as it is now: drivers that live long tell by Identity
// which one they have. It is part of the program, which is not trusted: it must be a regular file of
// some size, and no link that leads out of the directory of the policy file.
func (p *Policy) record() {
	if p.inventory == nil {
		return
	}
	root := filepath.Dir(p.File)
	data, err := regular.Inside(root, filepath.Join(root, filepath.FromSlash(p.inventory.Text)), maxInventory)
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%v\n", p.sum, err)
	h.Write(data)
	p.identity = hex.EncodeToString(h.Sum(nil))
	p.recorded = sync.OnceValues(func() (*Inventory, error) {
		var in *Inventory
		if err == nil {
			in, err = decodeInventory(p.inventory.Text, data)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: inventory: %w", p.inventory.Pos, hinted(err))
		}
		in.Pos = p.inventory.Pos
		return in, nil
	})
}

// Inventory returns the inventory that the policy file names, as it was when the file was read; it is nil
// if there is none.
func (p *Policy) Inventory() (*Inventory, error) {
	if p == nil || p.recorded == nil {
		return nil, nil
	}
	return p.recorded()
}

// Identity returns a hash of everything that can change what is said of packages one by one: of p, see
// Sum, and of the inventory that it names. It is "" for no policy.
func (p *Policy) Identity() string {
	if p == nil {
		return ""
	}
	return cmp.Or(p.identity, p.sum)
}

// ReadInventory reads an inventory that a user names, who may name any file.
func ReadInventory(name, path string) (*Inventory, error) {
	data, err := regular.Named(path, maxInventory)
	if err != nil {
		return nil, hinted(err)
	}
	return decodeInventory(name, data)
}

func decodeInventory(name string, data []byte) (*Inventory, error) {
	p, err := graph.DecodeProgram(filepath.ToSlash(name), data)
	if err != nil {
		return nil, err
	}
	return &Inventory{Tools: p.HeldTools(), Servers: p.AllServers(), Older: p.Older, File: filepath.ToSlash(name)}, nil
}

// hinted says of a file that is not there how to make one.
func hinted(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; agentvet tools -format json ./... > FILE writes one", err)
	}
	return err
}
