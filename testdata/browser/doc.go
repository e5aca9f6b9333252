// Package browser is the test of the pages of agentvet report in a real browser. It is a module of
// its own, so that agentvet does not need the library that drives the browser.
package browser
