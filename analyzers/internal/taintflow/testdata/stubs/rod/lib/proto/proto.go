// Package proto has the declarations of rod's package proto that tests use.
package proto

type TargetCreateTarget struct{ URL string }

type RuntimeRemoteObject struct{ Description string }
