// Package t has functions that return each other for ever: who gets one may call the
// next.
package t

func source() string
func sink(...any)

type step func(text string) step

func even(text string) step {
	sink(text)
	return func(s string) step { sink(s); return odd(s + text) }
}

func odd(text string) step {
	return func(s string) step {
		sink(s)
		sink(text) // @Sink(A)
		return even(s)
	}
}

// Start leaves its caller a step that leads to others.
func Start() step {
	text := source() // @Source(A)
	return func(s string) step { return odd(s + text) }
}
