package library

// This file knows which arguments of programs may be options that run or write.

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed options.list
var optionsText string

// A lineOptions is a line of options.list.
type lineOptions struct {
	programs, commands []string
	flags              []string // that take no value
	letters            string   // likewise; "" where options are words
	bundled            bool     // the first argument has letters without a dash
	always             bool     // also behind --
	first              bool     // only before other arguments
}

// endOfOptions is the argument behind which none is an option.
const endOfOptions = "--"

var optionLines = sync.OnceValue(func() (out []lineOptions) {
	for line := range strings.Lines(optionsText) {
		if names, flags, ok := strings.Cut(line, " :"); ok && !strings.HasPrefix(line, "#") {
			out = append(out, readOptions(names, flags))
		}
	}
	return out
})

func readOptions(names, flags string) lineOptions {
	var o lineOptions
	names, o.always = strings.CutPrefix(names, "!")
	names, o.first = strings.CutPrefix(names, "+")
	programs, commands, _ := strings.Cut(names, " ")
	o.programs = strings.Split(programs, "|")
	if commands != "" {
		o.commands = strings.Split(commands, "|")
	}
	for flag := range strings.FieldsSeq(flags) {
		if inside, ok := strings.CutPrefix(flag, "["); ok {
			o.letters, o.bundled = strings.CutPrefix(strings.TrimSuffix(inside, "]"), "-")
		} else {
			o.flags = append(o.flags, flag)
		}
	}
	return o
}

// mayBeOption reports whether the argument behind a command line would be an option if it began
// with a dash, of a program with options that run or write.
func mayBeOption(line string) bool {
	words := strings.Split(strings.TrimPrefix(line, Separator), Separator)
	for len(words) > 1 && slices.Contains(plainWrappers, Program(words[0])) {
		words = words[1:]
	}
	program := strings.ToLower(Program(words[0]))
	return slices.ContainsFunc(optionLines(), func(o lineOptions) bool {
		return slices.Contains(o.programs, program) && o.takes(words[1:])
	})
}

// MayBeOption reports whether the word behind words of a command line would be an option if it began with a dash, of a program with
// options that run or write, and is no command.
func MayBeOption(words []string) bool {
	line := Separator + strings.Join(words, Separator)
	return sets["options"](line)
}

// HasOptions reports whether a text is a program, without its folder, that has options which run or write.
func HasOptions(text string) bool { return len(linesOf(text)) > 0 }

// IsValueOf reports whether the argument behind an option of a program is the value of that, whatever command of the program is meant.
func IsValueOf(program, option string) bool {
	return !slices.ContainsFunc(linesOf(program), func(o lineOptions) bool { return !o.wantsValue(option) })
}

func linesOf(program string) (out []lineOptions) {
	program = strings.ToLower(Program(program))
	for _, o := range optionLines() {
		if slices.Contains(o.programs, program) {
			out = append(out, o)
		}
	}
	return out
}

// plainWrappers run the command line behind them.
var plainWrappers = []string{"sudo", "doas", "nohup", "time", "setsid", "nice", "command"}

// takes reports whether an option may stand behind the arguments of a program.
func (o *lineOptions) takes(words []string) bool {
	command, ended := o.commands == nil, false
	for n := 0; n < len(words); n++ {
		switch w := words[n]; {
		case w == endOfOptions:
			ended = true
		case strings.HasPrefix(w, "-") || n == 0 && o.bundled:
			if o.wantsValue(w) {
				if n++; n == len(words) {
					return false // it is the value
				}
			}
		case !command:
			if command = true; !slices.Contains(o.commands, w) {
				return false
			}
		case o.first:
			return false
		}
	}
	return !ended || o.always
}

// wantsValue reports whether the argument behind an option is its value.
func (o *lineOptions) wantsValue(option string) bool {
	if strings.Contains(option, "=") || slices.Contains(o.flags, option) {
		return false
	}
	if strings.HasPrefix(option, endOfOptions) || o.letters == "" {
		return true
	}
	letters := strings.TrimLeft(strings.TrimPrefix(option, "-"), o.letters)
	return len(letters) == 1 // behind the letter of one that takes a value is the value
}
