package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

// Entries with constant keys are apart.
func constant() {
	m := map[string]string{"a": source(), "b": "plain"} // @Source(ma)
	sink(m["a"])                                        // @Sink(ma)
	sink(m["b"])
	sink(m) // @Sink(ma)
}

// A key that is not known may be any, before the entries are known or after.
func late(key string) {
	m := map[string]string{}
	m["a"] = source() // @Source(la)
	m["b"] = "plain"
	sink(m[key]) // @Sink(la)
}

func early(key string) {
	m := map[string]string{}
	m[key] = source() // @Source(ea)
	sink(m["b"])      // @Sink(ea)
}

func ranged() {
	m := map[string]string{"a": source()} // @Source(ra)
	for _, v := range m {
		sink(v) // @Sink(ra)
	}
}

// Through calls.
func set(m map[string]any, v string)      { m["state"] = v }
func put(m map[string]any, k, v string)   { m[k] = v }
func get(m map[string]any) any            { return m["state"] }
func any1(m map[string]any, k string) any { return m[k] }

func calls() {
	m := map[string]any{}
	set(m, source()) // @Source(ca)
	sink(get(m))     // @Sink(ca)
	sink(m["other"])
}

// To copy a map is to read all of it: from there its entries are one.
func copies() {
	m := map[string]any{}
	set(m, source())           // @Source(co)
	sink(any1(copied(m), "x")) // @Sink(co)
}

func copied(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

func putCalls(key string) {
	m := map[string]any{}
	put(m, key, source()) // @Source(pa)
	sink(m["other"])      // @Sink(pa)
}

// A map in a struct, whose entries callers share.
type state struct{ values map[string]string }

func (s *state) write() { s.values["a"] = source() } // @Source(sa)
func (s *state) good()  { sink(s.values["b"]) }
func (s *state) bad()   { sink(s.values["a"]) } // @Sink(sa)

func fields() {
	s := &state{values: map[string]string{}}
	s.write()
	s.good()
	s.bad()
}
