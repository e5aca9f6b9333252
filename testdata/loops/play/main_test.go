package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/loops/model"
)

// TestMain is also the program that TestPlay starts: it asks once, offers one
// tool, and ends.
func TestMain(m *testing.M) {
	url := os.Getenv("PLAY_URL")
	if url == "" {
		os.Exit(m.Run())
	}
	if _, err := os.Stat("notes.txt"); err != nil || os.Getenv("PLAY_SECRET") != "" {
		os.Exit(1)
	}
	body := `{"messages":[],"tools":[{"type":"function","function":{"name":"` + os.Args[1] + `"}}]}`
	r, err := http.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil || r.StatusCode != http.StatusOK {
		os.Exit(1)
	}
}

// TestPlay: a program gets a model, a home with a file in it and what it is given of
// an environment, and what it did is written down.
func TestPlay(t *testing.T) {
	t.Setenv("PLAY_SECRET", "of the one who plays")
	p := player{out: filepath.Join(t.TempDir(), "record.json"), listen: "127.0.0.1:0", env: []string{"PLAY_URL={url}"}, timeout: time.Minute}
	if err := p.play([]string{os.Args[0], "greet"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(p.out)
	if err != nil {
		t.Fatal(err)
	}
	var r model.Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Conversations) != 1 || len(r.Conversations[0].Calls) != 1 || r.Conversations[0].Calls[0].Tool != "greet" {
		t.Errorf("the record is %s", data)
	}
	if err := p.play(nil); err == nil {
		t.Error("no program, and no error")
	}
}
