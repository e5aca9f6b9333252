package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

type shape interface{ name() string }
type a struct{ s string }
type b struct{ s string }

func (x a) name() string  { return x.s }
func (x *b) name() string { return "b" }

func show(s shape) { sink(s.name()) } // @Sink(show)

func interfaces() {
	show(a{source()}) // @Source(show)
	show(&b{source()})
}

func boxed() {
	var v any = source() // @Source(box)
	sink(v.(string))     // @Sink(box)
	if s, ok := v.(string); ok {
		sink(s) // @Sink(box)
	}
	switch v := v.(type) {
	case int:
		sink(v)
	case string:
		sink(v) // @Sink(box)
	}
	_, ok := v.(error)
	sink(ok)
}

type embedded struct{ a }

func promotes() {
	var s shape = embedded{a{source()}} // @Source(emb)
	sink(s.name())                      // @Sink(emb)
}

type failure struct{ msg string }

func (f failure) Error() string { return f.msg }

func fails() error { return failure{source()} } // @Source(err)

func errs() { sink(fails().Error()) } // @Sink(err)

type logger interface{ log(string) }
type writer struct{}

func (writer) log(s string) { sink(s) } // @Sink(impl)

func Handle(l logger) { l.log(source()) } // @Source(impl)

// Code that is not known calls the methods by which it knows what it is given.
type handler interface{ handle(s string) string }

type logs struct{ dir string }

func (l logs) handle(s string) string {
	sink(l.dir, s) // @Sink(dir) @Sink(arg) @Sink(field) @Sink(list)
	return l.dir
}

func (l logs) unnamed() { sink(l.dir) }

type server struct {
	name string
	h    handler
}

func (s *server) serve(request string)

func install(h handler, s string) string
func installAll(h ...handler)
func display(v any)

func offered() {
	sink(install(logs{dir: source()}, "")) // @Source(dir) @Sink(dir)
	install(logs{}, source())              // @Source(arg)
	s := &server{h: logs{dir: source()}}   // @Source(field)
	s.serve("")
	installAll(logs{}, &logs{dir: source()}) // @Source(list)
}

type note struct{ text string }

func (n *note) String() string    { sink(n.text); return "" } // @Sink(note)
func (n *note) elsewhere() string { sink(n.text); return "" }

func displayed() { display(&note{source()}) } // @Source(note)
