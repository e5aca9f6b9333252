package alone

func Alone() {}
