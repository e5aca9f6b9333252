package main

// This file is the command that writes completions for shells. They are made of the commands and their
// flags, so that they hold for the program that wrote them.

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/spell"
)

// completionCommand is a function because it lists the commands, of which it is one.
func completionCommand() command {
	return command{
		name:  "completion",
		line:  "bash|zsh|fish",
		short: "print completions for a shell: commands, flags, rules",
		long: `Examples:

    source <(agentvet completion bash)        in ~/.bashrc
    source <(agentvet completion zsh)         in ~/.zshrc, after compinit
    agentvet completion fish > ~/.config/fish/completions/agentvet.fish`,
		run: runCompletion,
	}
}

func runCompletion(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	formats(fs, formText)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	shells := []string{"bash", "zsh", "fish"}
	if len(rest) != 1 {
		return 0, &errUsage{"completion needs one shell: " + alternatives(shells), "agentvet help completion"}
	}
	list, err := c.completions()
	if err != nil {
		return 0, err
	}
	switch rest[0] {
	case "bash":
		writeBash(c.stdout, list)
	case "zsh":
		fmt.Fprintln(c.stdout, "#compdef agentvet\nautoload -U +X bashcompinit && bashcompinit")
		writeBash(c.stdout, list)
	case "fish":
		writeFish(c.stdout, list)
	default:
		return 0, &errUsage{fmt.Sprintf("completion %s: want %s%s", rest[0], alternatives(shells), spell.DidYouMean(rest[0], shells)), "agentvet help completion"}
	}
	return exitClean, nil
}

// A completion is a command, and the flags that it has.
type completion struct {
	name, short string
	flags       []flagUsage
}

type flagUsage struct{ name, usage string }

// flagLine is a flag in the help of a command.
var flagLine = regexp.MustCompile(`(?m)^    -([A-Za-z-]+)(?: \S+)*?  +(\S.*)$`)

// completions reads what commands there are, and of their help which flags they have.
func (c *cli) completions() ([]completion, error) {
	var list []completion
	for _, cmd := range commands() {
		var help bytes.Buffer
		other := &cli{stdout: &help, stderr: io.Discard, dir: c.dir}
		other.help([]string{cmd.name})
		_, flags, found := strings.Cut(help.String(), "\nFlags:\n")
		if !found {
			return nil, fmt.Errorf("the help of %s lists no flags", cmd.name)
		}
		done := completion{name: cmd.name, short: cmd.short}
		for _, m := range flagLine.FindAllStringSubmatch(flags, -1) {
			done.flags = append(done.flags, flagUsage{m[1], m[2]})
		}
		list = append(list, done)
	}
	return append(list, completion{name: "help", short: "print the help of a command"}), nil
}

func names(list []completion) string {
	var words []string
	for _, c := range list {
		words = append(words, c.name)
	}
	return strings.Join(words, " ")
}

// writeBash writes a function for bash, which zsh reads as well. Names of commands, flags and rules hold
// nothing that a shell would read as anything else.
func writeBash(w io.Writer, list []completion) {
	fmt.Fprintf(w, `_agentvet() {
	local cur="${COMP_WORDS[COMP_CWORD]}" cmd="" word words="" i
	for ((i = 1; i < COMP_CWORD; i++)); do
		for word in %s; do
			if [[ -z $cmd && ${COMP_WORDS[i]} == "$word" ]]; then cmd=$word; fi
		done
	done
	case "${cmd:-check}" in
`, names(list))
	for _, c := range list {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, "-"+f.name)
		}
		fmt.Fprintf(w, "\t%s) words=\"%s\" ;;\n", c.name, strings.Join(flags, " "))
	}
	fmt.Fprintf(w, `	esac
	if [[ $cur != -* ]]; then
		case "$cmd" in
		"") words="%[1]s" ;;
		help) words="%[1]s" ;;
		explain) words="%[2]s" ;;
		completion) words="bash zsh fish" ;;
		*) words="" ;;
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _agentvet agentvet
`, names(list), strings.Join(rules.Names(), " "))
}

func writeFish(w io.Writer, list []completion) {
	quote := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
	}
	all := names(list)
	for _, c := range list {
		fmt.Fprintf(w, "complete -c agentvet -n %s -a %s -d %s\n", quote("not __fish_seen_subcommand_from "+all), c.name, quote(c.short))
		when := "__fish_seen_subcommand_from " + c.name
		if c.name == commands()[0].name {
			when += "; or not __fish_seen_subcommand_from " + all
		}
		for _, f := range c.flags {
			fmt.Fprintf(w, "complete -c agentvet -n %s -o %s -d %s\n", quote(when), f.name, quote(f.usage))
		}
	}
	for _, c := range []struct{ name, words string }{{"help", all}, {"explain", strings.Join(rules.Names(), " ")}, {"completion", "bash zsh fish"}} {
		fmt.Fprintf(w, "complete -c agentvet -f -n %s -a %s\n", quote("__fish_seen_subcommand_from "+c.name), quote(c.words))
	}
}
