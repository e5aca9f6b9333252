package event

type Event struct{ Done bool }
