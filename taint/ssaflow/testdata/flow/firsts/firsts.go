// Package t has lists of which the first text is something else than the others: command lines.
package t

import (
	"os/exec"
	"strings"
)

func source() string { return "s" }
func sink(...any)    {}

func run(argv []string) { exec.Command(argv[0], argv[1:]...) } // @Sink(unasked) @Sink(set) @Sink(key) @Sink(script1) @Sink(base) @Sink(loose) @Sink(first) @Sink(shell) @Sink(grown) @Sink(put) @Sink(any) @Sink(maybe) @Sink(rest)

func lists(n int, empty bool) {
	run([]string{"cat", "--", source()})
	run([]string{source(), "x"})        // @Source(first)
	run([]string{"sh", "-c", source()}) // @Source(shell)
	run([]string{"cat", strings.Join([]string{"x", source()}, " ")})

	grown := []string{"ls"}
	for range n {
		grown = append(grown, source())
	}
	run(grown)
	run(append([]string{"ls", "-l"}, grown...))
	run(append([]string{source()}, grown...)) // @Source(grown)

	put := []string{"ls", "-l"}
	put[0] = source() // @Source(put)
	run(put)
	later := []string{"ls", "-l"}
	later[1] = source()
	run(later)
	any := []string{"ls", "-l"}
	any[n] = source() // @Source(any)
	run(any)

	var maybe []string
	if !empty {
		maybe = append(maybe, "ls")
	}
	maybe = append(maybe, source()) // @Source(maybe)
	run(maybe)

	rest := []string{"sudo", source(), "x"} // @Source(rest)
	run(rest[1:])
	run(rest[:1])
}

// Who reads all of a list leaves it as it is.
func logged(argv []string) string {
	var b strings.Builder
	for _, arg := range argv {
		b.WriteString(arg)
	}
	return b.String()
}

func reads() {
	argv := []string{"cat", "--", source()} // @Source(all)
	sink(logged(argv))                      // @Sink(all)
	run(argv)
}

// A call has its command line in a field, and gets to who runs it by way of an interface.
type call struct {
	tool string
	argv []string
}

type executor interface{ run(argv []string) }

type local struct{}

func (local) run(argv []string) {
	if len(argv) == 0 {
		return
	}
	exec.Command(argv[0], argv[1:]...) // @Sink(field) @Sink(script)
}

type gate struct{ e map[string]executor }

func (g *gate) run(c call) {
	sink(c.tool)
	g.e["local"].run(c.argv)
}

func fields(name string) {
	g := &gate{e: map[string]executor{"local": local{}}}
	g.run(call{tool: "cat", argv: []string{"cat", "--", source()}})
	g.run(call{tool: "x", argv: []string{source(), "x"}})         // @Source(field)
	g.run(call{tool: "sh", argv: []string{"sh", "-c", source()}}) // @Source(script)
	g.run(call{tool: "sh", argv: []string{"sh", "-c", "uptime"}})
	g.run(call{tool: "du", argv: []string{"du", source()}})
}

// direct has the program and its arguments in fields.
func direct(c struct {
	name string
	args []string
}) {
	exec.Command(c.name, c.args...) // @Sink(two)
}

func structs() {
	direct(struct {
		name string
		args []string
	}{"cat", []string{source()}})
	direct(struct {
		name string
		args []string
	}{"sh", []string{"-c", source()}}) // @Source(two)
}

// A table says what runs.
func tables() {
	for _, row := range []struct{ program, verb string }{{"systemctl", "start"}, {"service", "stop"}} {
		f := func() { exec.Command(row.program, row.verb, source()) }
		f()
	}
	for _, row := range []struct{ program, verb string }{{"sh", "-c"}, {"ls", "-l"}} {
		f := func() { exec.Command(row.program, row.verb, source()) } // @Source(row) @Sink(row)
		f()
	}
}

type command struct {
	name string
	args []string
}

// By a pointer, as long as nothing writes there before.
func pointed(c *command) { exec.Command(c.name, c.args...) } // @Sink(pointer)

func changed(c *command) {
	c.name = "sh"
	c.args[0] = "-c"
	exec.Command(c.name, c.args...) // @Sink(changed)
}

func pointers() {
	pointed(&command{"cat", []string{"--", source()}})
	pointed(&command{"sh", []string{"-c", source()}})  // @Source(pointer)
	changed(&command{"cat", []string{"-x", source()}}) // @Source(changed)
}

// Lists that have names.
var commands = map[string][]string{"status": {"git", "status", "--"}, "list": {"ls", "-l"}}

var scripts = map[string][]string{"sh": {"sh", "-c"}, "list": {"ls", "-l"}}

var base = []string{"bash", "-lc"}

var loose = []string{"cat", "--"}

func named(key string) {
	run(append(commands["status"], source()))
	if argv, ok := commands[key]; ok {
		run(append(argv, source()))
	}
	run(append(commands[key], source())) // @Source(key)
	argv, _ := commands[key]
	run(append(argv, source()))          // @Source(unasked)
	run(append(scripts["sh"], source())) // @Source(script1)
	run(append(base, source()))          // @Source(base)
	loose[0] = "sh"
	run(append(loose, source())) // @Source(loose)
}

// What is set later is not what the list was made with.
func later(n int) {
	argv := []string{"sh", "-c", "uptime"}
	argv[2] = source() // @Source(set)
	run(argv)
	args := []string{"-c", "uptime"}
	args[1] = source()          // @Source(args)
	exec.Command("sh", args...) // @Sink(args)
	args = []string{"-c", "uptime"}
	args[n] = source()          // @Source(args2)
	exec.Command("sh", args...) // @Sink(args2)
	cat := []string{"--", "x"}
	cat[1] = source()
	exec.Command("cat", cat...)
}

// The program of a field is another one when it runs.
func replaced(c call) {
	c.argv[0] = "sh"
	exec.Command(c.argv[0], c.argv[1:]...) // @Sink(again)
}

func replaces() {
	replaced(call{argv: []string{"cat", "-c", source()}}) // @Source(again)
}
