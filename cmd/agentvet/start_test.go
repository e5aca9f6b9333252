package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestStart wants the program without packages that make it slow to start: a run starts it once
// for each package, hundreds of times.
func TestStart(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(out))
	for _, slow := range []string{
		"net",         // with it the program is linked with the C library, where there is a C compiler
		"net/http",    // 6 MB, with what it needs
		"runtime/cgo", // loaded by the dynamic linker
	} {
		if slices.Contains(list, slow) {
			t.Errorf("the program has package %s; go mod why %[1]s says through what", slow)
		}
	}
}
