/** Shares of letters in English text, spaces included, in thousandths. */
const shares: Readonly<Record<string, number>> = {
	' ': 183,
	e: 102,
	t: 75,
	a: 65,
	o: 62,
	n: 57,
	i: 57,
	s: 53,
	r: 50,
	h: 50,
	l: 33,
	d: 33,
	u: 23,
	c: 22,
	m: 20,
	f: 20,
	w: 17,
	g: 16,
	p: 15,
	y: 14,
	b: 13,
	v: 8,
	k: 6,
	x: 2,
	j: 2,
	q: 1,
	z: 1,
}

/** The average width of a letter of English text. @param widthOf a letter, in any unit */
export function averageWidth(widthOf: (letter: string) => number): number {
	const letters = Object.entries(shares)
	const total = letters.reduce((sum, [, share]) => sum + share, 0)
	return letters.reduce((sum, [letter, share]) => sum + share * widthOf(letter), 0) / total
}
