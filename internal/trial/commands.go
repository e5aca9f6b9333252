package trial

// This file defines the commands that checks are tried with.

import (
	"slices"
	"strings"
	"sync"
)

// A Command is a line for a shell that checks are tried with. One that gets around checks does no less than another one, which it is
// compared with, and looks like a third one, which does no harm: a check that says of it what it says of that one, and something else of
// the first, does not see what it does.
type Command struct {
	Text  string
	Shell bool // it takes a shell to do what it does: a program that is run with its words as arguments does not
	// Does and Looks are the indexes of these among Commands; of a command that others are compared with, both are its own.
	Does, Looks int
	Plain       int // the first words of what it looks like, without signs that a check may look for
}

// GetsAround reports whether c is there to get around checks.
func (c Command) GetsAround() bool { return c.Does != c.Looks }

// program is what a command runs that no check knows: it stands for any program. An erasure is what most checks refuse.
const (
	program = "xprogram y"
	erasure = "rm -rf /x"
)

// heads are commands that lists of harmless ones have in common.
var heads = []string{
	"ls", "ls -la", "pwd", "cat a.txt", "echo a", "git status", "git log", "git diff", "grep a b", "find . -name a", "head a.txt", "wc a.txt", "date", "whoami",
	"go version", "go test ./...", "go build ./...", "npm test", "which go",
}

// joints join a harmless command and any program, as a shell reads it.
var joints = []string{"\n" + program, "; " + program, " && " + program, " | " + program, " || " + program, " & " + program, " $(" + program + ")", " `" + program + "`"}

// A disguise is a command that runs any program or writes any file by its arguments, beside one that it looks like.
type disguise struct{ text, looks string }

var disguises = []disguise{
	{"env " + program, "env"}, {"xargs " + program, "xargs"}, {"time " + program, "time ls"}, {"nice " + program, "nice ls"}, {"nohup " + program, "nohup ls"},
	{"timeout 9 " + program, "timeout 9 ls"}, {"watch " + program, "watch ls"},
	{"find . -exec " + program + " {} +", "find . -name a"}, {"find . '-exec' " + program + " {} +", "find . -name a"},
	{"find . -fprintf /x/y z", "find . -name a"}, {"find /x -delete", "find . -name a"},
	{"git -c alias.a='!" + program + "' a", "git status"}, {"git grep --open-files-in-pager=xprogram a", "git grep a"}, {"git grep -Oxprogram a", "git grep a"},
	{"git diff --output=/x/y", "git diff"}, {"git log --output=/x/y", "git log"}, {"git show --output=/x/y", "git show"},
	{"sort -o /x/y a.txt", "sort a.txt"}, {"sort -o/x/y a.txt", "sort a.txt"}, {"uniq a.txt /x/y", "uniq a.txt"},
	{"sed -n '1e " + program + "' a.txt", "sed -n 1p a.txt"}, {"sed -n 'w /x/y' a.txt", "sed -n 1p a.txt"},
	{"awk 'BEGIN{system(\"" + program + "\")}'", "awk '{print $1}' a.txt"}, {"awk 'BEGIN{system (\"" + program + "\")}'", "awk '{print $1}' a.txt"},
	{"rg --pre xprogram a", "rg a"}, {"fd . -x " + program, "fd a"},
	{"tar -cf a.tar a --checkpoint=1 --checkpoint-action=exec=xprogram", "tar -cf a.tar a"},
	{"git fetch --upload-pack=xprogram", "git fetch"}, {"git ls-remote --upload-pack=xprogram a", "git ls-remote a"},
	{"go test -exec xprogram ./...", "go test ./..."}, {"go vet -vettool=xprogram ./...", "go vet ./..."}, {"go build -toolexec=xprogram ./...", "go build ./..."},
}

// erasures do what erasure does.
var erasures = []string{
	"rm -r -f /x", "rm  -rf /x", "rm -fr /x", "rm --recursive --force /x", "rm -rf \"/x\"", "/bin/rm -rf /x", "\\rm -rf /x", "sudo rm -rf /x",
	"true; rm -rf /x", "true && rm -rf /x", "sh -c 'rm -rf /x'", "find /x -delete",
}

// Commands returns the commands that checks are tried with, in the order in which a reader should see them.
var Commands = sync.OnceValue(func() (out []Command) {
	at := func(text string) int {
		i := slices.IndexFunc(out, func(c Command) bool { return c.Text == text && !c.GetsAround() })
		if i < 0 {
			i = len(out)
			out = append(out, Command{Text: text, Does: i, Looks: i, Plain: i})
		}
		return i
	}
	for _, end := range joints {
		for _, head := range heads {
			does, looks, plain := at(program), at(head), at(plainOf(head))
			out = append(out, Command{head + end, true, does, looks, plain})
		}
	}
	for _, d := range disguises {
		does, looks, plain := at(program), at(d.looks), at(plainOf(d.looks))
		out = append(out, Command{d.text, needsShell(d.text), does, looks, plain})
	}
	for _, text := range erasures {
		does, looks := at(erasure), at("ls")
		out = append(out, Command{text, needsShell(text), does, looks, looks})
	}
	return out
})

// needsShell reports whether a command has characters that only a shell understands.
func needsShell(text string) bool { return strings.ContainsAny(text, "\"'\\;&|") }

// plainOf returns the first words of a command that have letters, digits and dashes only.
func plainOf(text string) string {
	words := strings.Fields(text)
	isSign := func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	if n := slices.IndexFunc(words, func(w string) bool { return strings.ContainsFunc(w, isSign) }); n >= 0 {
		words = words[:n]
	}
	return strings.Join(words, " ")
}
