import { jsonLimits } from '#shared/parser-limits.ts'

/** True when JSON nests deeper than `most` levels. Counts brackets outside of strings, without parsing. */
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

/**
 * Parses JSON that is not nested deeper than any file or body may be: code that follows a value by recursion may trust it.
 * @throws SyntaxError
 */
export function parseShallowJson(json: string): unknown {
	if (nestsDeeperThan(json, jsonLimits.depth))
		throw new SyntaxError(`JSON is nested deeper than ${jsonLimits.depth} levels`)
	return JSON.parse(json)
}
