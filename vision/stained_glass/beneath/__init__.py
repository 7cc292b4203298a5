"""Glass that lies beneath something: a hand, a sleeve, a cup, whatever covers a place where glass may lie."""
