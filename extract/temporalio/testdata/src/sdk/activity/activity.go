// Package activity is a stub with the API of the SDK.
package activity

import "go.temporal.io/sdk/internal"

type RegisterOptions = internal.RegisterActivityOptions
