// Package selenium has the declarations of selenium that tests use.
package selenium

type WebDriver interface {
	ExecuteScript(script string, args []any) (any, error)
	Get(url string) error
	PageSource() (string, error)
}
