// Package lib has wrappers whose callers are elsewhere.
package lib

import "os/exec"

func Output(name string, args ...string) ([]byte, error) { return exec.Command(name, args...).Output() } // @Sink(far)
