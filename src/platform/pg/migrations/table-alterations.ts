/** Effects of a statement on the rows of a table, from the least to the most. */
export const rowEffects = ['none', 'reads', 'writes', 'rewrites', 'drops'] as const
/** Who waits while it has its lock, which a migration keeps until its end. */
export const waits = ['nobody', 'writes', 'all'] as const

export type Effect = { table: string; rows: (typeof rowEffects)[number]; blocks: (typeof waits)[number] }

/** A table and the actions of an `alter table`, in lower case. */
export const alterations =
	/\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)\s+([^;]*)/g

/** The effect of each action: https://www.postgresql.org/docs/18/sql-altertable.html#SQL-ALTERTABLE-NOTES */
export function splitActions(actions: string): Omit<Effect, 'table'>[] {
	return splitAtCommas(actions).map(effectOfAction)
}

const volatile =
	/\bdefault\s+[^,]*\b(gen_random_uuid|uuid_generate_v4|random|clock_timestamp|timeofday|nextval|uuidv7)\s*\(/

function effectOfAction(action: string): Omit<Effect, 'table'> {
	if (/^(rename|owner|set\s+schema)\b/.test(action)) return { rows: 'none', blocks: 'all' }
	if (/^validate\s+constraint\b/.test(action)) return { rows: 'reads', blocks: 'nobody' }
	if (/^drop\s+(?!constraint\b)/.test(action)) return { rows: 'drops', blocks: 'all' }
	if (/^alter\s+.*\btype\b/.test(action) || /^set\s+(un)?logged\b/.test(action))
		return { rows: 'rewrites', blocks: 'all' }
	if (/^alter\s+.*\bset\s+not\s+null\b/.test(action)) return { rows: 'reads', blocks: 'all' }
	const isConstraint = /^add\s+(constraint|check|foreign|unique|primary|exclude)\b/.test(action)
	if (isConstraint) return effectOfConstraint(action)
	if (/^add\b/.test(action)) {
		const isStored = /\bgenerated\b.*\b(stored|identity)\b/.test(action) || /\b(small|big)?serial\b/.test(action)
		if (isStored || volatile.test(action)) return { rows: 'rewrites', blocks: 'all' }
		// A check, a unique key or a reference of a new column is tested on every row.
		if (/\b(check|unique|primary\s+key|references)\b/.test(action)) return { rows: 'reads', blocks: 'all' }
	}
	return { rows: 'none', blocks: 'all' }
}

function effectOfConstraint(action: string): Omit<Effect, 'table'> {
	const isForeign = /\bforeign\s+key\b/.test(action)
	const isTested = !/\bnot\s+valid\b/.test(action) && !/\busing\s+index\b/.test(action)
	return { rows: isTested ? 'reads' : 'none', blocks: isForeign ? 'writes' : 'all' }
}

/** Splits at commas outside of parentheses and strings. */
function splitAtCommas(text: string): string[] {
	const parts: string[] = []
	let depth = 0
	let start = 0
	let isQuoted = false
	for (let at = 0; at < text.length; at++) {
		const sign = text[at]
		if (sign === "'") isQuoted = !isQuoted
		if (isQuoted) continue
		if (sign === '(') depth++
		if (sign === ')') depth--
		if (sign !== ',' || depth > 0) continue
		parts.push(text.slice(start, at).trim())
		start = at + 1
	}
	return [...parts, text.slice(start).trim()].filter(Boolean)
}
