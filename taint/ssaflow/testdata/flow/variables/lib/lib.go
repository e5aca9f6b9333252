package lib

import (
	"os"
	"os/exec"
)

var (
	WriteFile = os.WriteFile
	Run       = exec.Command
	Remove    = remove
	Discard   = func(string) {}
)

func remove(name string) { os.Remove(name) } // @Sink(p)
