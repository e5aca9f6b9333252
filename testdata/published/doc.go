// Package published holds the lists of expected findings to the comments in the
// programs of the modules below it, which README.md describes.
package published
