import type pg from 'pg'
import type { ScriptError } from '#platform/pg/scripts/sql-script.ts'
import { printable, printableLines } from './printable-text.ts'
import { widthOf } from './table-text.ts'

/** Characters of a line that are printed around a mistake. */
const charactersBefore = 50
const charactersAfter = 30

/**
 * Formats an error like psql: message, line of the script with a marker, detail and hint.
 * @param source name of the file
 */
export function errorText(error: ScriptError, source?: string): string {
	const cause = error.cause as Partial<pg.DatabaseError>
	const where = source ? `${source}:${error.line}: ` : ''
	const lines = [`${where}${cause.severity ?? 'ERROR'}:  ${error.message}`, ...placeLines(error)]
	if (cause.detail) lines.push(`DETAIL:  ${cause.detail}`)
	if (cause.hint) lines.push(`HINT:  ${cause.hint}`)
	if (cause.where) lines.push(`CONTEXT:  ${cause.where}`)
	return lines.map(printableLines).join('\n')
}

function placeLines({ statement, offset, line }: ScriptError): string[] {
	if (offset === undefined) return []
	const start = statement.text.lastIndexOf('\n', offset - 1) + 1
	const end = statement.text.indexOf('\n', offset)
	const whole = statement.text.slice(start, end < 0 ? undefined : end)
	const at = offset - start
	const from = Math.max(0, at - charactersBefore)
	const to = Math.min(whole.length, at + charactersAfter)
	const head = `LINE ${line}: ${from > 0 ? '...' : ''}`
	const shown = `${head}${whole.slice(from, to)}${to < whole.length ? '...' : ''}`
	const mark = widthOf(printable(`${head}${whole.slice(from, at)}`))
	return [shown, `${' '.repeat(mark)}^`]
}

/** The same as one line of JSON. */
export function errorJson(error: ScriptError): string {
	const { code, detail, hint } = error.cause as Partial<pg.DatabaseError>
	return JSON.stringify({ error: { message: error.message, code, detail, hint, line: error.line } })
}
