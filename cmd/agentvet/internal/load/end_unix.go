//go:build unix

package load

import (
	"os/exec"
	"syscall"
	"time"
)

// endTogether makes the end of cmd's context the end of everything that cmd has started: the
// go command runs compilers and this program, which would go on without it. All are asked to
// end, as by Ctrl-C, so that the go command removes its temporary files. What is left when it
// has ended, or when it takes long, is killed.
func endTogether(cmd *exec.Cmd) {
	const patience, step = 3 * time.Second, 10 * time.Millisecond
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		pid := cmd.Process.Pid
		err := syscall.Kill(-pid, syscall.SIGINT)
		for waited := time.Duration(0); waited < patience && syscall.Kill(pid, 0) == nil; waited += step {
			time.Sleep(step)
		}
		syscall.Kill(-pid, syscall.SIGKILL)
		return err
	}
}
