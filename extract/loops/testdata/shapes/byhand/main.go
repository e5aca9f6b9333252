// Command byhand asks a model over HTTP, with the request and the answer as maps, and takes the text of
// the answer apart.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

type call struct {
	name string
	args map[string]string
}

var tools = map[string]func(map[string]string) map[string]string{
	"read_file": func(a map[string]string) map[string]string {
		data, _ := os.ReadFile(a["path"])
		return map[string]string{"content": string(data)}
	},
	"edit_file": func(a map[string]string) map[string]string {
		os.WriteFile(a["path"], []byte(a["new"]), 0o644)
		return map[string]string{"status": "ok"}
	},
}

func ask(history []string) string {
	body, _ := json.Marshal(map[string]any{"model": "m", "prompt": strings.Join(history, "\n"), "stream": false})
	req, _ := http.NewRequest("POST", os.Getenv("ENDPOINT"), bytes.NewReader(body))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	var r map[string]any
	json.Unmarshal(data, &r)
	if v, ok := r["response"]; ok {
		return fmt.Sprint(v)
	}
	return string(data)
}

func parse(text string) (out []call) {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "tool:") {
			continue
		}
		p := strings.SplitN(line[5:], "(", 2)
		if len(p) != 2 {
			continue
		}
		args := map[string]string{}
		json.Unmarshal([]byte(strings.TrimSuffix(p[1], ")")), &args)
		out = append(out, call{strings.TrimSpace(p[0]), args})
	}
	return out
}

func main() {
	history := []string{"user: " + os.Args[1]}
	for {
		text := ask(history)
		calls := parse(text)
		if len(calls) == 0 {
			fmt.Println(text)
			return
		}
		for _, c := range calls {
			if fn, ok := tools[c.name]; ok {
				data, _ := json.Marshal(fn(c.args))
				history = append(history, "tool: "+string(data))
			}
		}
	}
}
