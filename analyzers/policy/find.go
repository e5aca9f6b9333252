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
	if info, err := os.Lstat(file); err != nil || info.IsDir() {
		return ""
	}
	return file // whatever it is: ReadFound reads regular files only
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
