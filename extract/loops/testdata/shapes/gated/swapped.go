package main

import "os"

// swapped asks, and then hands the answer to and fro: there are more ways through here than
// anybody can walk one by one.
func swapped(path string) string {
	yes, no := confirm(path), false
	if len(path) > 0 && path[0] == '.' {
		yes, no = no, yes
	}
	if len(path) > 1 && path[1] == '.' {
		yes, no = no, yes
	}
	if len(path) > 2 && path[2] == '.' {
		yes, no = no, yes
	}
	if len(path) > 3 && path[3] == '.' {
		yes, no = no, yes
	}
	if len(path) > 4 && path[4] == '.' {
		yes, no = no, yes
	}
	if len(path) > 5 && path[5] == '.' {
		yes, no = no, yes
	}
	if len(path) > 6 && path[6] == '.' {
		yes, no = no, yes
	}
	if len(path) > 7 && path[7] == '.' {
		yes, no = no, yes
	}
	if len(path) > 8 && path[8] == '.' {
		yes, no = no, yes
	}
	if len(path) > 9 && path[9] == '.' {
		yes, no = no, yes
	}
	if len(path) > 10 && path[10] == '.' {
		yes, no = no, yes
	}
	if len(path) > 11 && path[11] == '.' {
		yes, no = no, yes
	}
	if len(path) > 12 && path[12] == '.' {
		yes, no = no, yes
	}
	if len(path) > 13 && path[13] == '.' {
		yes, no = no, yes
	}
	if len(path) > 14 && path[14] == '.' {
		yes, no = no, yes
	}
	if len(path) > 15 && path[15] == '.' {
		yes, no = no, yes
	}
	if len(path) > 16 && path[16] == '.' {
		yes, no = no, yes
	}
	if len(path) > 17 && path[17] == '.' {
		yes, no = no, yes
	}
	if len(path) > 18 && path[18] == '.' {
		yes, no = no, yes
	}
	if len(path) > 19 && path[19] == '.' {
		yes, no = no, yes
	}
	if len(path) > 20 && path[20] == '.' {
		yes, no = no, yes
	}
	if len(path) > 21 && path[21] == '.' {
		yes, no = no, yes
	}
	if len(path) > 22 && path[22] == '.' {
		yes, no = no, yes
	}
	if len(path) > 23 && path[23] == '.' {
		yes, no = no, yes
	}
	if len(path) > 24 && path[24] == '.' {
		yes, no = no, yes
	}
	if len(path) > 25 && path[25] == '.' {
		yes, no = no, yes
	}
	if len(path) > 26 && path[26] == '.' {
		yes, no = no, yes
	}
	if len(path) > 27 && path[27] == '.' {
		yes, no = no, yes
	}
	if len(path) > 28 && path[28] == '.' {
		yes, no = no, yes
	}
	if len(path) > 29 && path[29] == '.' {
		yes, no = no, yes
	}
	if len(path) > 30 && path[30] == '.' {
		yes, no = no, yes
	}
	if len(path) > 31 && path[31] == '.' {
		yes, no = no, yes
	}
	if len(path) > 32 && path[32] == '.' {
		yes, no = no, yes
	}
	if len(path) > 33 && path[33] == '.' {
		yes, no = no, yes
	}
	if len(path) > 34 && path[34] == '.' {
		yes, no = no, yes
	}
	if len(path) > 35 && path[35] == '.' {
		yes, no = no, yes
	}
	if len(path) > 36 && path[36] == '.' {
		yes, no = no, yes
	}
	if len(path) > 37 && path[37] == '.' {
		yes, no = no, yes
	}
	if len(path) > 38 && path[38] == '.' {
		yes, no = no, yes
	}
	if len(path) > 39 && path[39] == '.' {
		yes, no = no, yes
	}
	if yes {
		os.Remove(path)
	}
	return path
}
