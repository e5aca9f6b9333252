package t

import "t/lib"

// The conditions of a method that callers choose, by way of an interface or a function value: what its
// arguments are is known where they stand.
func clients(c *lib.Client, quick bool) {
	c = lib.New()
	c.Count(source())                // nothing
	c.Shell(source())                // @Source(shell)
	c.Any("wc", source())            // nothing
	c.Any("sh", source())            // @Source(any)
	c.Tail("cat", source())          // nothing
	c.Tail("sh", "-c", source())     // @Source(tail)
	c.Either(quick, source())        // @Source(either)
	c.Deep("wc", source())           // nothing
	c.Deep("bash", source())         // @Source(deep)
	lib.By(lib.Real, "wc", source()) // nothing
	lib.By(lib.Real, "sh", source()) // @Source(by)
}
