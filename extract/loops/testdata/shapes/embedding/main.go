// Command embedding asks a server for the embeddings of lines, with the request and the answer as maps. What
// the answer says of itself chooses code, and the next request has what came of it; but that is no model which
// calls anything.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

func embed(text string) map[string]any {
	body, _ := json.Marshal(map[string]any{"model": "m", "prompt": text})
	resp, err := http.Post("http://localhost/api/embed", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	var r map[string]any
	json.Unmarshal(data, &r)
	if _, ok := r["embedding"]; !ok {
		return nil
	}
	return r
}

var keep = map[string]func(string) string{
	"list": func(text string) string {
		data, _ := os.ReadFile(text)
		return string(data)
	},
	"one": func(text string) string {
		os.WriteFile(text, nil, 0o644)
		return "kept"
	},
}

func main() {
	text := ""
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer := embed(text + lines.Text())
		object, _ := answer["object"].(string)
		name, _ := answer["name"].(string)
		if run, ok := keep[object]; ok {
			text = run(name)
		}
	}
}
