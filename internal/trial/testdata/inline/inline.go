// Package inline has functions that look at a command in line, and ask about some.
package inline

import (
	"log/slog"
	"regexp"
	"strings"
)

// All are functions that run a command, at times after a question: they report whether they do.
var All = map[string]func(command string, ask func(string) bool) bool{
	"Prefix": Prefix, "Cases": Cases, "Denies": Denies, "Allows": Allows, "Phi": Phi, "Noted": Noted, "Words": Words, "Set": Set, "Inner": Inner,
	"Trimmed": Trimmed, "Cut": Cut, "Settings": Settings, "Forever": Forever,
}

func Prefix(command string, ask func(string) bool) bool {
	return strings.HasPrefix(command, "git ") || ask(command)
}

func Cases(command string, ask func(string) bool) bool {
	words := strings.Fields(command)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "ls", "cat":
		return true
	case "rm":
		return false
	}
	return ask(command)
}

func Denies(command string, ask func(string) bool) bool {
	for _, bad := range []string{"sudo", "rm ", "mkfs"} {
		if strings.Contains(command, bad) && !ask(command) {
			return false
		}
	}
	return true
}

func Allows(command string, ask func(string) bool) bool {
	ok := false
	for _, begin := range begins {
		if strings.HasPrefix(command, begin) {
			ok = true
			break
		}
	}
	return ok || ask(command)
}

var begins = []string{"ls", "cat ", "git status"}

func Phi(command string, ask func(string) bool) bool {
	simple := !strings.ContainsAny(command, ";|&") && pattern.MatchString(command)
	if !simple {
		if !ask(command) {
			return false
		}
	}
	return true
}

var pattern = regexp.MustCompile(`^(ls|git status|find)\b`)

// Noted calls what it does not know, and stores what others may have.
func Noted(command string, ask func(string) bool) bool {
	counts[command]++
	last = command
	slog.Debug(command)
	go note(&last)
	if strings.HasPrefix(command, "find ") {
		return true
	}
	return ask(command)
}

var (
	counts = make(map[string]int)
	last   string
)

func note(*string) {}

func Words(command string, ask func(string) bool) bool {
	for _, word := range strings.Fields(command) {
		if strings.ContainsAny(word, ";|&$`'\"\\") || word == "-exec" {
			return ask(command)
		}
	}
	return true
}

// Set sets the text before it looks at it.
func Set(command string, ask func(string) bool) bool {
	var in struct{ Command string }
	in.Command = command
	in.Command = strings.ToUpper(in.Command)
	clear(&in.Command)
	if strings.HasPrefix(in.Command, "ls") {
		return true
	}
	return ask(command)
}

func clear(text *string) { *text = "" }

// Cut hands a list of the package to what it does not know, and looks for the first word in it.
func Cut(command string, ask func(string) bool) bool {
	slog.Debug("look", "list", begins)
	first, _, _ := strings.Cut(command, " ")
	if first == "git" || first == begins[0] {
		return true
	}
	return ask(command)
}

// Trimmed sets the text to the same text, but for space around it.
func Trimmed(command string, ask func(string) bool) bool {
	in := struct{ Command string }{command}
	note(&in.Command)
	in.Command = strings.TrimSpace(in.Command)
	if strings.HasPrefix(in.Command, "ls") {
		return true
	}
	return ask(command)
}

// Inner looks at the text in a loop, round after round.
func Inner(command string, ask func(string) bool) bool {
	ran := false
	for i := range 3 {
		if i == 1 && strings.HasPrefix(command, "ls") || i == 2 && strings.HasPrefix(command, "cat") {
			ran = true
		}
	}
	if ran {
		return true
	}
	return ask(command)
}

// Settings goes by what it is told.
func Settings(command string, ask func(string) bool) bool {
	switch {
	case last == "all":
		return true
	case last == "none", strings.Contains(command, "rm"):
		return ask(command)
	}
	return true
}

// Forever comes to no end with some commands, as far as is known.
func Forever(command string, ask func(string) bool) bool {
	for len(last) > 1000 {
		if strings.HasPrefix(command, "ls") {
			last = last[1:]
		}
	}
	if strings.HasPrefix(command, "ls") {
		return true
	}
	return ask(command)
}
