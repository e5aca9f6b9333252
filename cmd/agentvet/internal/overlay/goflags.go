package overlay

// This file reads the flags that users set for every go command.

import "strings"

// GoFlag returns the value of a flag in GOFLAGS, the last one if there are several. Flags are
// separated by spaces and may be quoted as a whole.
func GoFlag(goflags, name string) (value string) {
	const space = " \t\r\n"
	for rest := strings.TrimLeft(goflags, space); rest != ""; rest = strings.TrimLeft(rest, space) {
		word, end := rest, len(rest)
		if quote := rest[0]; quote == '\'' || quote == '"' {
			if i := strings.IndexByte(rest[1:], quote); i >= 0 {
				word, end = rest[1:i+1], i+2
			}
		} else if i := strings.IndexAny(rest, space); i >= 0 {
			word, end = rest[:i], i
		}
		key, v, _ := strings.Cut(word, "=")
		if key == "-"+name || key == "--"+name {
			value = v
		}
		rest = rest[end:]
	}
	return value
}
