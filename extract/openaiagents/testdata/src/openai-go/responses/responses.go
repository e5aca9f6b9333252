// Package responses is a stub of the package of that name.
package responses

type ResponseNewParams struct {
	Model string
	Tools []string
}
