import { badBody, tooMuch } from './problem.ts'

/** What one write takes. PostgreSQL's tables have 1,600 columns at most. */
export const mostRows = 100_000
export const mostColumns = 2000

/**
 * Reads CSV (RFC 4180) whose first line names the columns; a bare NULL is null.
 * @throws RestProblem PGRST102
 */
export function parseCsv(text: string): Record<string, string | null>[] {
	const [header, ...lines] = parseLines(text)
	if (!header) return []
	return lines.map((fields) => {
		if (fields.length !== header.length) throw badBody('All lines must have same number of fields')
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
		if (lines.length > mostRows) throw tooMuch(`The body has more than ${mostRows} rows`)
		const fields: Field[] = []
		for (;;) {
			if (fields.length > mostColumns) throw tooMuch(`A row has more than ${mostColumns} columns`)
			const inQuotes = text[at] === '"' ? match(quoted) : null
			if (text[at] === '"' && !inQuotes) throw badBody('Empty or invalid csv')
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

/** Writes the names of columns as PostgreSQL writes the values under them. */
export function csvLine(texts: readonly string[]): string {
	return texts
		.map((text) => (/[",\\()\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
		.join(',')
}
