import { bodyError, payloadTooLarge } from '#platform/rest/errors.ts'
import { payloadLimits } from '#shared/parser-limits.ts'

/**
 * Parses CSV (RFC 4180) with a header; an unquoted NULL is null.
 * @throws RestProblem PGRST102
 */
export function parseCsv(text: string): Record<string, string | null>[] {
	const [header, ...lines] = parseLines(text)
	if (!header) return []
	return lines.map((fields) => {
		if (fields.length !== header.length) throw bodyError('All lines must have same number of fields')
		const entries = header.map((name, i) => [name.text, fieldValue(fields[i])] as const)
		return Object.fromEntries(entries)
	})
}

type Field = { text: string; quoted: boolean }

function fieldValue(field: Field | undefined): string | null {
	return !field || (!field.quoted && field.text === 'NULL') ? null : field.text
}

const quoted = /"((?:[^"]|"")*)"(?=[,\r\n]|$)/y
const bare = /[^,\r\n]*/y

function parseLines(text: string): Field[][] {
	const lines: Field[][] = []
	let at = 0
	const match = (pattern: RegExp) => {
		pattern.lastIndex = at
		const found = pattern.exec(text)
		at += found?.[0].length ?? 0
		return found
	}
	while (at < text.length) {
		if (lines.length > payloadLimits.rows) throw payloadTooLarge(`The body has more than ${payloadLimits.rows} rows`)
		const fields: Field[] = []
		for (;;) {
			if (fields.length > payloadLimits.columns)
				throw payloadTooLarge(`A row has more than ${payloadLimits.columns} columns`)
			const inQuotes = text[at] === '"' ? match(quoted) : null
			if (text[at] === '"' && !inQuotes) throw bodyError('Empty or invalid csv')
			fields.push(
				inQuotes
					? { text: (inQuotes[1] ?? '').replaceAll('""', '"'), quoted: true }
					: { text: match(bare)?.[0] ?? '', quoted: false },
			)
			if (text[at] !== ',') break
			at++
		}
		if (text[at] === '\r') at++
		if (text[at] === '\n') at++
		lines.push(fields)
	}
	return lines
}

/** Quotes names as PostgreSQL quotes the values of a row. */
export function csvLine(texts: readonly string[]): string {
	return texts.map((text) => (/[",\\()\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')
}
