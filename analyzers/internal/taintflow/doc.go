// Package taintflow is the analyzer of data: what must not reach where, through Go
// code, through workflows and through models.
//
// # Analyzer taintflow
//
// taintflow: check where data of tools and models gets to
//
// A model is an adversary: what is in its context may be in everything that it
// emits. So an agent that reads mail and sends mail can send out what it reads,
// unless code on the way prevents it. The analyzer follows data through functions,
// across packages, along the edges of workflows, through what frameworks keep, and
// through models, and reports it where
//
//   - the program itself forbids it, by a tag such as `sink:"forbid=fetch_emails"`,
//   - what a model chooses, or what is fetched, becomes a command, the text of an
//     SQL statement, the name of a file to write or delete, the host of a URL or a
//     template,
//   - a secret of the environment gets to a model, into a prompt or a log,
//   - what others write becomes part of a system prompt or of a tool's description,
//   - private data, untrusted content and a way out meet in the context of a model.
//
// What it does not see: flows through reflection, unsafe memory, files and other
// processes, through control and lengths, and what unknown code keeps. A gate that
// asks a human only in some cases stops nothing.
package taintflow
