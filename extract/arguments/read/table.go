package read

// This file reads the table of what libraries do with requests.

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed requests.txt
var requestsText string

// A request is what a function of a library does with a request.
type request struct {
	takes   []string // types of JSON; nil for any
	name    int      // the parameter that names an argument, -1 for none
	of      int      // the parameter that has the request, -1 for the receiver
	all     bool     // it returns all arguments
	into    int      // the parameter that they are decoded into, -1 for none
	ignores bool
}

// requests has the table by key, see funcid.Key.
var requests = sync.OnceValue(func() map[string]*request {
	table, err := parseRequests(requestsText)
	if err != nil {
		panic(err)
	}
	return table
})

func parseRequests(text string) (map[string]*request, error) {
	table := make(map[string]*request)
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) < 2 || table[words[0]] != nil {
			return nil, fmt.Errorf("requests.txt:%d: want a function that no line before has, and what it does", n+1)
		}
		r := &request{name: -1, of: -1, into: -1}
		places := []*int{&r.name, &r.of}
		switch words[1] {
		case "all":
			r.all, places = true, nil
		case "none":
			r.ignores, places = true, nil
		case "into":
			places = []*int{&r.into}
		case "any":
		default:
			r.takes = strings.Split(words[1], "|")
		}
		if len(words)-2 > len(places) {
			return nil, fmt.Errorf("requests.txt:%d: too many words", n+1)
		}
		for i, w := range words[2:] {
			var err error
			if *places[i], err = strconv.Atoi(w); err != nil {
				return nil, fmt.Errorf("requests.txt:%d: want the number of a parameter, got %q", n+1, w)
			}
		}
		table[words[0]] = r
	}
	return table, nil
}
