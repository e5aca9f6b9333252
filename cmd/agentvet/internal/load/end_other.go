//go:build !unix

package load

import "os/exec"

// endTogether does nothing: there are no process groups here, and the end of the context
// ends the process of cmd alone.
func endTogether(*exec.Cmd) {}
