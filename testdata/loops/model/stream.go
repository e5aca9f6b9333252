package model

// This file is what the protocols share: streams, identities, pieces of text.

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// An events stream is what browsers call server-sent events.
type events struct{ w http.ResponseWriter }

func startEvents(w http.ResponseWriter) events {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return events{w}
}

// send writes one event. The name may be empty.
func (e events) send(name string, v any) {
	if name != "" {
		fmt.Fprintf(e.w, "event: %s\n", name)
	}
	data, _ := json.Marshal(v) // maps of strings and numbers
	fmt.Fprintf(e.w, "data: %s\n\n", data)
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}

// callID returns the identity of a call, in a form that every vendor's client accepts.
func callID(n int) string { return fmt.Sprintf("call_%06d", n+1) }

// halves cuts a text in two, so that whoever reads a stream has to put it together.
func halves(s string) []string { return []string{s[:len(s)/2], s[len(s)/2:]} }

// encoded returns arguments as the text in which most protocols carry them.
func encoded(args map[string]any) string {
	data, _ := json.Marshal(args) // they came out of JSON
	return string(data)
}

// plain returns the text of a content, which is a text or a list of parts.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct{ Text string }
	if json.Unmarshal(raw, &parts) != nil {
		return string(raw)
	}
	for _, p := range parts {
		s += p.Text
	}
	return s
}
