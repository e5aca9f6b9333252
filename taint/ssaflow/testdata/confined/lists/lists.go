// Package lists has guards that go through a list, and guards whose answer is kept: see package paths.
package lists

import (
	"errors"
	"os/exec"
	"slices"
	"strings"
)

type args struct {
	Program string   `json:"program" confine:"command"`
	Other   string   `json:"other" confine:"command"`
	Allowed []string `json:"allowed"`
	Force   bool     `json:"force"`
}

type server struct {
	allowed []string
	strict  bool
}

var errDenied = errors.New("denied")

var programs = []string{"git", "ls"}

// Exported may be set by anybody.
var Exported = []string{"git", "ls"}

func run(name string) error { return exec.Command(name).Run() }

// holds: a flag, and a loop that ends when it is set.
func flagged(in args) error {
	ok := false
	for _, p := range []string{"git", "ls"} {
		if p == in.Program {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: a loop that goes on.
func flaggedOn(in args) error {
	ok := false
	for _, p := range programs {
		if in.Program == p {
			ok = true
		}
	}
	if ok {
		return exec.Command(in.Program).Run()
	}
	return errDenied
}

// holds: whatever the case is.
func folded(in args) error {
	ok := false
	for _, p := range programs {
		if strings.EqualFold(p, in.Program) {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func isAllowed(name string) bool {
	for _, p := range programs {
		if p == name {
			return true
		}
	}
	return false
}

func isAllowedFolded(name string) bool {
	for _, p := range programs {
		if strings.EqualFold(name, p) {
			return true
		}
	}
	return false
}

// holds: a function with the loop.
func helped(in args) error {
	if !isAllowed(in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: likewise, whatever the case is.
func helpedFolded(in args) error {
	if !isAllowedFolded(in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func check(name string) error {
	for _, p := range programs {
		if p == name {
			return nil
		}
	}
	return errDenied
}

// holds: the function returns an error.
func checked(in args) error {
	if err := check(in.Program); err != nil {
		return err
	}
	return exec.Command(in.Program).Run()
}

// isOneOf is given a list.
func isOneOf(name string, list []string) bool {
	for _, p := range list {
		if p == name {
			return true
		}
	}
	return false
}

// holds: the program's own list is passed.
func given(in args) error {
	if !isOneOf(in.Program, []string{"git", "ls"}) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: a list of which nothing says what it has.
func (s *server) configured(in args) error {
	ok := false
	for _, p := range s.allowed {
		if p == in.Program {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func (s *server) allows(name string) bool {
	for _, p := range s.allowed {
		if strings.EqualFold(p, name) {
			return true
		}
	}
	return false
}

// unknown: a method with the loop.
func (s *server) method(in args) error {
	if !s.allows(in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: the number of what was found.
func found(in args) error {
	at := -1
	for i, p := range programs {
		if p == in.Program {
			at = i
		}
	}
	if at < 0 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: the loop ends where it is found, and the function else.
func labelled(in args) error {
found:
	for {
		for _, p := range programs {
			if p == in.Program {
				break found
			}
		}
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: a flag that branches set.
func branches(in args) error {
	ok := false
	if in.Program == "git" {
		ok = true
	} else if in.Program == "ls" {
		ok = true
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: a flag for what is not allowed.
func denies(in args) error {
	denied := true
	switch in.Program {
	case "git", "ls":
		denied = false
	}
	if denied {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: an error that is kept.
func kept(in args) error {
	err := errDenied
	for _, p := range programs {
		if p == in.Program {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	return exec.Command(in.Program).Run()
}

// holds: a flag is a comparison.
func compared(in args) error {
	ok := in.Program == "git" || in.Program == "ls"
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: a literal asks.
func literal(in args) error {
	ok := func(name string) bool {
		for _, p := range programs {
			if p == name {
				return true
			}
		}
		return false
	}
	if !ok(in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: a literal that a function of the library calls.
func contained(in args) error {
	if !slices.ContainsFunc(programs, func(p string) bool { return strings.EqualFold(p, in.Program) }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: what is allowed is what runs.
func taken(in args) error {
	for _, p := range programs {
		if p == in.Program {
			return exec.Command(in.Program).Run()
		}
	}
	return errDenied
}

// Those that follow are no guards.

// violated: the model fills the list.
func filled(in args) error {
	ok := false
	for _, p := range in.Allowed {
		if p == in.Program {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func isOneOfAny(name string, list []string) bool {
	for _, p := range list {
		if p == name {
			return true
		}
	}
	return false
}

// unknown: likewise, by a function.
func filledGiven(in args) error {
	if !isOneOfAny(in.Program, in.Allowed) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: the list begins with the program's own.
func filledUp(in args) error {
	list := append([]string{"git"}, in.Allowed...)
	ok := false
	for _, p := range list {
		if strings.EqualFold(p, in.Program) {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the flag is true by default.
func byDefault(in args) error {
	ok := true
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the model sets the flag.
func forced(in args) error {
	ok := in.Force
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: it is only looked at on one way.
func onOneWay(in args) error {
	ok := false
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if len(in.Other) > 3 {
		if !ok {
			return errDenied
		}
	}
	return exec.Command(in.Program).Run()
}

// violated: another one is looked for.
func another(in args) error {
	ok := false
	for _, p := range programs {
		if p == in.Other {
			ok = true
			break
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: it is changed after the check.
func changed(in args) error {
	ok := false
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if !ok {
		return errDenied
	}
	in.Program = in.Other
	return exec.Command(in.Program).Run()
}

// violated: the flag is turned round.
func turned(in args) error {
	ok := false
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the loop sets it for those that are something else.
func unequal(in args) error {
	ok := false
	for _, p := range programs {
		if p != in.Program {
			ok = true
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func isDenied(name string) bool {
	for _, p := range []string{"rm", "sudo"} {
		if strings.EqualFold(p, name) {
			return true
		}
	}
	return false
}

// unknown: a list of what is not allowed.
func deniedList(in args) error {
	if isDenied(in.Program) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

func isEmptyOr(name string, list []string) bool {
	if len(list) == 0 {
		return true
	}
	for _, p := range list {
		if p == name {
			return true
		}
	}
	return false
}

// unknown: where nothing is configured, all is allowed.
func (s *server) unlessEmpty(in args) error {
	if !isEmptyOr(in.Program, s.allowed) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: set after the loop.
func later(in args) error {
	ok := false
	for _, p := range programs {
		if p == in.Program {
			ok = true
		}
	}
	if in.Force {
		ok = true
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the answer is thrown away.
func ignored(in args) error {
	_ = isAllowed(in.Program)
	return exec.Command(in.Program).Run()
}

// violated: a part of it is on the list.
func part(in args) error {
	ok := false
	for _, p := range programs {
		if strings.HasPrefix(in.Program, p) {
			ok = true
		}
	}
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: an error that is not returned.
func unreturned(in args) error {
	if err := check(in.Program); err != nil {
		println(err.Error())
	}
	return exec.Command(in.Program).Run()
}

// violated: whoever has something like it, by the case, is let through, and another one runs.
func foldedOther(in args) error {
	for _, p := range programs {
		if strings.EqualFold(p, in.Other) {
			return exec.Command(in.Program).Run()
		}
	}
	return errDenied
}

// holds: the place where a literal says yes.
func indexed(in args) error {
	if slices.IndexFunc([]string{"git", "ls"}, func(p string) bool { return p == in.Program }) == -1 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// holds: the answer of a search is kept.
func searched(in args) error {
	ok := slices.ContainsFunc(programs, func(p string) bool { return p == in.Program })
	if !ok {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: nothing says what the list has.
func (s *server) searchedConfigured(in args) error {
	if !slices.ContainsFunc(s.allowed, func(p string) bool { return p == in.Program }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: the literal says yes to others, too.
func searchedLoosely(in args) error {
	if !slices.ContainsFunc(programs, func(p string) bool { return p == in.Program || in.Force }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: the literal looks for a part.
func searchedPart(in args) error {
	if !slices.ContainsFunc(programs, func(p string) bool { return strings.HasPrefix(in.Program, p) }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: another one is looked for.
func searchedAnother(in args) error {
	if !slices.ContainsFunc(programs, func(p string) bool { return p == in.Other }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: it is changed after the search.
func searchedChanged(in args) error {
	if !slices.ContainsFunc(programs, func(p string) bool { return p == in.Program }) {
		return errDenied
	}
	in.Program = in.Other
	return exec.Command(in.Program).Run()
}

// unknown: what is found is refused.
func searchedTurned(in args) error {
	if slices.ContainsFunc(programs, func(p string) bool { return p == in.Program }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// unknown: the model fills the list.
func searchedFilled(in args) error {
	if !slices.ContainsFunc(in.Allowed, func(p string) bool { return p == in.Program }) {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the first one is always found.
func foundFirst(in args) error {
	at := 0
	for i, p := range programs {
		if p == in.Program {
			at = i
		}
	}
	if at < 0 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: it is found where it is another one.
func foundElse(in args) error {
	at := -1
	for i, p := range programs {
		if p != in.Program {
			at = i
		}
	}
	if at < 0 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: what is not found runs.
func foundTurned(in args) error {
	at := -1
	for i, p := range programs {
		if p == in.Program {
			at = i
		}
	}
	if at >= 0 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}

// violated: the last one is the default.
func foundDefault(in args) error {
	at := -1
	for i, p := range programs {
		if p == in.Program {
			at = i
		}
	}
	if in.Force {
		at = 1
	}
	if at == -1 {
		return errDenied
	}
	return exec.Command(in.Program).Run()
}
