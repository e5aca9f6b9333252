// Package wire has the methods of the protocol.
package wire

type Method string

const (
	MethodInitialize Method = "initialize"
	MethodToolsList  Method = "tools/list"
	MethodToolsCall  Method = "tools/call"
)

func (m Method) IsValid() bool {
	switch m {
	case MethodInitialize, MethodToolsList, MethodToolsCall:
		return true
	}
	return false
}
