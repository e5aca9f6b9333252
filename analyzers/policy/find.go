package policy

// This file finds the policy file that applies to a directory.

import (
	"os"
	"path/filepath"
)

// FileName is the name of the policy file.
const FileName = "agentvet.yaml"

// Find returns the policy file of the module that dir is in: the one beside its
// go.mod. It returns "" if there is none.
func Find(dir string) string {
	for {
		if isFile(filepath.Join(dir, "go.mod")) {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	file := filepath.Join(dir, FileName)
	if _, err := os.Lstat(file); err != nil {
		return ""
	}
	return file // whatever it is: ReadFound reads regular files only
}

// None stands for no policy file.
const None = "none"

// Choose returns the policy that a user asks for in dir by a name: that of a file, which may be
// relative to dir, None, or "" for the one that Find finds. The policy is nil if there is none.
func Choose(name, dir string, o Options) (*Policy, error) {
	switch {
	case name == None:
		return nil, nil
	case name == "":
		if name = Find(dir); name == "" {
			return nil, nil
		}
		return ReadFound(name, o)
	case !filepath.IsAbs(name):
		name = filepath.Join(dir, name)
	}
	return Read(name, o)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
