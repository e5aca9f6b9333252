// Package syntax is the language of policies over order: what must happen
// before what in a run of agents.
//
// A Rule speaks about the events of one run. An event is a step that runs, a
// call of a tool, or a human who is asked; an Atom is a test of one event.
//
// # Atoms
//
//	tool:NAME        a call of the tool        human           a human is asked
//	node:NAME        a run of the step         kind:KIND       a step of the kind
//	agent:NAME       a step of the agent       cap:CAPABILITY  a call that needs it
//	action:KIND      the same as kind:KIND     decision:VALUE  a router decides so
//	TAG              an event with the tag
//
// In a name, * stands for any text and ? for one character: tool:delete_*. A
// name in quotes stands for itself: node:"ask the boss". A tool may be followed
// by tests of its arguments: tool:transfer(amount > 1000, currency != "EUR").
// A capability covers those below it: cap:fs matches fs.read.
//
// A test may compare with a value of an earlier call of the run, by == and != only:
//
//	tool:refund(account == account of tool:pay)      an account with which pay was called before
//	tool:delete(id != result.id of tool:create)      no id that an earlier call of create has returned
//	tool:send(to == result of tool:ask(kind == "address"))
//
// The earlier call may be any of those that match, and may be tested with constants. == holds if the argument
// is one of their values, != if it is none of them or is left out. An argument that is called result or args is
// args.result. An atom has one such test.
//
// # Patterns
//
// An operand is an atom, its negation !a, or a formula in parentheses.
//
//	G !a                  never a (also: never a)
//	a -> F b              after each a, eventually b
//	a -> F[<=k] b         after each a, b within k events
//	a -> F b -> F c       after each a, eventually b, and then c
//	a U b                 a until b, and b does happen
//	a before b            no b unless an a came before
//	a before each b       no b unless an a came since the last b
//	never a after b       once b happened, no a
//	at most n a           a happens n times or less
//	at least n a before b no b unless n a came before
//	a only between b and c no a unless a b came and no c since
//
// "Before" and "after" are strict: an event that is both a and b is not before
// itself. Patterns are joined by AND, which binds closer, and OR, and grouped by
// parentheses, to any depth.
//
// # Formulas
//
// "ltlf:" is followed by a formula of linear temporal logic over finite traces
// (De Giacomo and Vardi, IJCAI 2013), with past:
//
//	a  true  false  !f  f && g  f || g  f -> g  f <-> g
//	X f    there is a next event and f holds there     WX f   f holds there if there is one
//	F f    now or later                                G f    now and always
//	f U g  f until g, and g does come                  f W g  f until g or for ever
//	f R g  g up to and with f, or for ever             F[<=k] f  G[<=k] f  now or within k events
//	Y f    there is a previous event and f held there
//	O f    now or before    H f  now and always before    f S g  f since g
//
// Operators of one operand bind closest, then U W R S, then &&, ||, ->, <->;
// U W R S and -> group to the right. On a trace without events, atoms, X, F, U, Y,
// O and S are false, and WX, G, W, R and H are true.
//
// Of a run that never ends, rules say what they say over infinite traces: X and WX are the
// same there, G F a holds if a comes again and again, and F G a if from some event on each
// is an a. On a run that ends, the last event decides both.
//
// # Reading order
//
// formula.go and rule.go hold what a text means, scanner.go and parser.go read
// it, tests.go and kept.go the tests of arguments, print.go writes it, so that parsing what is printed gives the same;
// errors.go says where a text is wrong.
//
// Names in this package: r *Rule, f *Formula, a *Atom. It imports the standard
// library only.
package syntax
