package protocol

// This file knows what protocols say of a tool beside its name, and of messages.

import "strings"

// CallMethod is what an MCP client asks for to have a tool called.
//
//agentvet:ignore agentvet/unread this package has the words of protocols, and calls nothing
const CallMethod = "tools/call"

// OfferWord is what a key, or a field, of an offer is for.
type OfferWord uint8

const (
	OfferOther OfferWord = iota
	OfferName
	OfferDescription
	OfferSchema
	OfferHints
)

// OfferPart returns what the JSON name of a field, or a key, of an offer is for: all
// protocols have these, but for the hints, which are MCP's.
func OfferPart(name string) OfferWord {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "name":
		return OfferName
	case "description":
		return OfferDescription
	case "parameters", "parametersjsonschema", "inputschema":
		return OfferSchema
	case "annotations":
		return OfferHints
	}
	return OfferOther
}

// IsMessage reports whether the key of a request is for what a model is told in words.
func IsMessage(key string) bool {
	switch key {
	case "messages", "prompt", "contents", "input":
		return true
	}
	return false
}
