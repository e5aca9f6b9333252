// Package t calls functions that variables hold.
package t

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"

	"t/lib"
)

func input() string { return os.Getenv("P") } // @Source(p)

var (
	writeFile = os.WriteFile
	run       = exec.Command
	get       = http.DefaultClient.Get
	own       = remove
	replaced  = exec.Command
)

type files struct {
	write func(string, []byte, os.FileMode) error
}

var disk = files{write: os.WriteFile}

func remove(name string) { os.Remove(name) } // @Sink(p)

func replace(f func(string, ...string) *exec.Cmd) { replaced = f }

func held() {
	p := input()
	writeFile(p, nil, 0)    // @Sink(p)
	run("sh", "-c", p)      // @Sink(p)
	run("wc", p)            // nothing: it counts words
	get(p)                  // @Sink(p)
	disk.write(p, nil, 0)   // @Sink(p)
	replaced("sh", "-c", p) // @Sink(p)
	own(p)
	writeFile("x", []byte(p), 0)
}

// Of another package.
func imported() {
	p := input()
	lib.WriteFile(p, nil, 0) // @Sink(p)
	lib.Run("sh", "-c", p)   // @Sink(p)
	lib.Run("wc", p)         // nothing
	lib.Remove(p)
	lib.Discard(p) // nothing
}

var known = []string{"HOME", "LANG"}

// Names of variables of the environment.
func environment() {
	p := input()
	os.Getenv(p)            // @Sink(p)
	os.LookupEnv(p + "_ID") // @Sink(p)
	os.Getenv("APP_" + p)   // nothing: of this program
	os.Getenv(fmt.Sprintf("APP_%s", p))
	os.Getenv(fmt.Sprintf("%s_KEY", p)) // @Sink(p)
	os.ExpandEnv("${" + p + "}")        // @Sink(p)
	os.ExpandEnv(p)                     // @Sink(p)
	if slices.Contains(known, p) {
		os.Getenv(p)
	}
}
