// Package catalog lists the programs of this module.
package catalog

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/model"

	closingBad "example.com/adkv1agents/closing/bad"
	closingClean "example.com/adkv1agents/closing/clean"
	helpdeskBad "example.com/adkv1agents/helpdesk/bad"
	helpdeskClean "example.com/adkv1agents/helpdesk/clean"
)

// A Program is one agent that a team ships, in its bad or its clean form.
type Program struct {
	Name  string // program/form
	Build func(model.LLM) (agent.Agent, error)
}

// Programs lists them all, by name.
var Programs = []Program{
	{"closing/bad", closingBad.New},
	{"closing/clean", closingClean.New},
	{"helpdesk/bad", helpdeskBad.New},
	{"helpdesk/clean", helpdeskClean.New},
}
