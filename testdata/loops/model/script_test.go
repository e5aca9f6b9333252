package model_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/loops/model"
)

// TestForever: a model that never stops asking shows how often a program asks,
// and ends by itself for one that has no limit.
func TestForever(t *testing.T) {
	m := &model.Model{Script: model.Script{Forever: "*", Most: 7}}
	server := httptest.NewServer(m)
	defer server.Close()
	if _, err := openAIChat(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	c := m.Record().Conversations[0]
	if c.Questions != 8 || len(c.Calls) != 7 || !c.Ended {
		t.Errorf("%d questions, %d calls, ended: %v", c.Questions, len(c.Calls), c.Ended)
	}
	for _, call := range c.Calls {
		if call.Tool != "greet" {
			t.Errorf("it calls %s", call.Tool)
		}
	}
}

// TestConversations: questions that offer other tools are another conversation;
// what is no question is recorded by its path.
func TestConversations(t *testing.T) {
	m := &model.Model{}
	server := httptest.NewServer(m)
	defer server.Close()
	ask := func(body string) string {
		r, err := http.Post(server.URL+"/v1/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const one = `{"messages":[],"tools":[{"type":"function","function":{"name":"one"}}]}`
	if got := ask(one); !strings.Contains(got, "tool_calls") {
		t.Errorf("no call in %s", got)
	}
	if got := ask(`{"messages":[]}`); strings.Contains(got, "tool_calls") {
		t.Errorf("a call of a tool that nobody offers: %s", got)
	}
	if got := ask(one); strings.Contains(got, "tool_calls") {
		t.Errorf("each tool is called once, but: %s", got)
	}
	if _, err := http.Get(server.URL + "/v1/models"); err != nil {
		t.Fatal(err)
	}
	ask("{")
	r := m.Record()
	if len(r.Conversations) != 2 || len(r.Other) != 2 {
		t.Errorf("%d conversations, other requests %v", len(r.Conversations), r.Other)
	}
}
