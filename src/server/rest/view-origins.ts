/** Where a view's column comes from: number of the view's column, oid and column number of its source. */
export type Origin = { column: number; relation: string; number: number }

const entry = /^:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+)/s

/**
 * Reads the plain projections out of a view's stored rule, PostgreSQL's printed parse tree.
 * Only the outermost target list counts: braces tell how deep an entry is.
 */
export function readOrigins(rule: string): Origin[] {
	const origins: Origin[] = []
	let depth = 0
	let from = -1
	for (let at = 0; at < rule.length; at++) {
		const letter = rule[at]
		if (letter === '\\') at++
		else if (letter === '{') {
			depth++
			if (depth === 2 && rule.startsWith('TARGETENTRY', at + 1)) from = at
		} else if (letter === '}') {
			if (depth === 2 && from >= 0) {
				const found = entry.exec(lastPart(rule.slice(from, at)))
				if (found?.[2] && found[2] !== '0')
					origins.push({ column: Number(found[1]), relation: found[2], number: Number(found[3]) })
				from = -1
			}
			depth--
		}
	}
	return origins
}

/** The expression comes first and may hold whole queries of its own. */
function lastPart(target: string): string {
	return target.slice(target.lastIndexOf(':resno '))
}
