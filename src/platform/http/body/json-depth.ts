/** Deepest nesting of a JSON body; more would exhaust the stack of PostgreSQL or JavaScript. */
export const maxJsonDepth = 100

/** Whether JSON nests deeper than `most` levels. Counts brackets outside of strings, without parsing. */
export function nestsDeeperThan(json: string, most: number): boolean {
	let depth = 0
	let isText = false
	for (let i = 0; i < json.length; i++) {
		const code = json.charCodeAt(i)
		if (isText && code === 0x5c) i++
		else if (code === 0x22) isText = !isText
		else if (isText) continue
		// [ and {, ] and }
		else if (code === 0x5b || code === 0x7b) {
			if (++depth > most) return true
		} else if (code === 0x5d || code === 0x7d) depth--
	}
	return false
}
