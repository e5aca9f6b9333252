//go:build unix

package terminal

import (
	"cmp"
	"os"

	"golang.org/x/sys/unix"
)

// width returns how many columns a terminal has, 0 if the file is none.
func width(file *os.File) int {
	const usual = 80 // of a terminal that does not say, such as a serial line
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return cmp.Or(int(size.Col), usual)
}
