package main

// This file is the flag -format, which every command has.

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/spell"
)

// The forms of output that commands share.
const (
	formText    = "text"
	formJSON    = "json"
	formSARIF   = "sarif"
	formDOT     = "dot"
	formMermaid = "mermaid"
	formSVG     = "svg"
)

// A formatFlag chooses one of the forms that a command prints: -format NAME, or -NAME
// for each but the default.
type formatFlag struct {
	forms []string // the first is the default
	form  string
	given []choice
}

// A choice is what the user has asked for, and in which words.
type choice struct{ form, words string }

// formats registers -format, and a shorthand for each form but the first.
func formats(fs *flag.FlagSet, forms ...string) *formatFlag {
	f := &formatFlag{forms: forms, form: forms[0]}
	fs.Var(f, "format", "print as `form`: "+strings.Join(forms, ", "))
	for _, form := range forms[1:] {
		fs.Var(&shorthand{f, form}, form, "short for -format "+form)
	}
	return f
}

func (f *formatFlag) String() string { return f.form }

// Set takes any word: check says which there are, and what is near.
func (f *formatFlag) Set(form string) error {
	f.choose(form, "-format "+form)
	return nil
}

func (f *formatFlag) choose(form, words string) {
	f.form = form
	f.given = append(f.given, choice{form, words})
}

// check returns an error if a form was asked for that there is not, or several were.
func (f *formatFlag) check(help string) error {
	for _, c := range f.given {
		if !slices.Contains(f.forms, c.form) {
			hint := spell.DidYouMean(c.form, f.forms)
			if c.form == "html" {
				hint = "; agentvet report writes a page"
			}
			return &errUsage{fmt.Sprintf("%s: want %s%s", c.words, alternatives(f.forms), hint), help}
		}
		if first := f.given[0]; c.form != first.form {
			return &errUsage{fmt.Sprintf("%s and %s exclude each other", first.words, c.words), help}
		}
	}
	return nil
}

func alternatives(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

// A shorthand is the flag -NAME for -format NAME.
type shorthand struct {
	*formatFlag
	name string
}

func (s *shorthand) IsBoolFlag() bool { return true }

func (s *shorthand) String() string { return "false" }

func (s *shorthand) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if on {
		s.choose(s.name, "-"+s.name)
	}
	return err
}
