/** Characters of a cell whose reading is remembered, and readings that are kept. */
const most = { length: 60, readings: 2000 }

/** Returns a reader that reads the short cells that a column repeats, such as stars and states, once. */
export function rememberReadings<T>(read: (text: string) => T): (text: string) => T {
	const readings = new Map<string, T>()
	return (text) => {
		const known = readings.get(text)
		if (known !== undefined) return known
		const reading = read(text)
		if (text.length <= most.length && readings.size < most.readings) readings.set(text, reading)
		return reading
	}
}
