// Package model is a language model that follows a script. A real program is
// started against it, and what the program does with a model's answers is
// observed from outside: which tools it offers, which of them it has code for,
// how often it asks.
//
// A Model is an http.Handler. It speaks the protocols in which Go programs ask
// models, each plain and as a stream:
//
//	POST …/chat/completions          OpenAI chat completions (SSE)
//	POST …/responses                 OpenAI responses (SSE)
//	POST …/messages                  Anthropic messages (SSE)
//	POST …:generateContent           Gemini, and …:streamGenerateContent (SSE, or one array)
//	POST …/api/chat                  Ollama (a line of JSON each)
//
// The script is the same in all of them. For each tool that a request offers, in
// their order, the model calls it once, with arguments that fit its schema; then
// it answers with text. With Script.Forever it calls one tool again and again, so
// that a limit of the program shows. A request is one turn: one call, or the text.
// Requests that offer different tools are different conversations, each with a
// progress of its own: a program's sub-agents, its question for a title.
//
// What was seen is a Record. A call whose result came back was answered by the
// program; whether by code for that tool or by a sentence such as "no such tool"
// is for the reader of the result to say, so the Record keeps its text.
//
// # Reading order
//
// model.go is a request from its arrival to its answer; script.go says what the
// answer is, arguments.go with which arguments; chat.go, responses.go,
// messages.go, gemini.go and ollama.go are the protocols; stream.go is what their
// streams share. Package main above it, play, starts a program against a Model.
package model
