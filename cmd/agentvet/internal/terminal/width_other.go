//go:build !unix

package terminal

import "os"

// width returns 0: what a console of this system understands is not known, so nothing is shown there.
func width(*os.File) int { return 0 }
