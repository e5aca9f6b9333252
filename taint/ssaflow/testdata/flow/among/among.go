// Package t runs programs that are on a list, with arguments that are not.
package t

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func input() string { return os.Getenv("P") } // @Source(p)

var (
	options = map[string]bool{"git": true, "ls": true}
	plain   = map[string]bool{"cat": true, "ls": true}
	tools   = []string{"ls", "tar"}
	added   = []string{"ls", "cat"}
	errList = errors.New("not on the list")
)

func byMap(name string) {
	if options[name] {
		exec.Command(name, input()) // @Sink(p)
	}
	if plain[name] {
		exec.Command(name, input())
	}
}

func byList(name string) {
	if !slices.Contains(tools, name) {
		return
	}
	exec.Command(name, input()) // @Sink(p)
}

func bySwitch(name string) {
	switch name {
	case "ls", "cat":
		exec.Command(name, input())
	case "ls-files", "find":
		exec.Command(name, input()) // @Sink(p)
	}
}

// What the line begins with is known, and what stands behind it is not.
func byFirstWord() {
	words := strings.Fields(input())
	if len(words) == 0 || words[0] != "git" {
		return
	}
	exec.Command(words[0], words[1:]...) // @Sink(p)
}

func isOption(name string) bool { return options[name] }

func isTool(name string) bool {
	for _, tool := range tools {
		if tool == name {
			return true
		}
	}
	return false
}

func isPlain(name string) error {
	if _, ok := plain[name]; !ok {
		return errList
	}
	return nil
}

func byFunctions(name string) {
	if isOption(name) {
		exec.Command(name, input()) // @Sink(p)
	}
	if isTool(name) {
		exec.Command(name, input()) // @Sink(p)
	}
	if err := isPlain(name); err == nil {
		exec.Command(name, input())
	}
}

// One of them is excluded again, and what is not one of them has no list.
func others(name string) {
	if !options[name] || name == "git" {
		return
	}
	exec.Command("ls", input())
	if name == "ls" {
		exec.Command(name, input())
	}
}

// In a loop, each name is another one.
func loop(names []string) {
	for _, name := range names {
		if plain[name] {
			exec.Command(name, input())
		}
	}
}

// A list that grows, or whose elements change, is not known.
func grows(name string) {
	added[0] = os.Getenv("TOOL")
	if slices.Contains(added, name) {
		exec.Command(name, "-c", input()) // @Sink(p)
	}
}
