import Papa from 'papaparse'
import { chosenOf } from '#shared/form/answer-lines.ts'
import type { ExportedRow } from './exported-row.ts'

/** The columns of a CSV export; `import` reads the same names. */
export const csvColumns = [
	'id',
	'kind',
	'text',
	'rating',
	'name',
	'title',
	'company',
	'url',
	'email',
	'language',
	'source',
	'source_url',
	'status',
	'tags',
	'submitted_at',
	'approved_at',
	'verification',
	'consent',
	'form',
	'answers',
	'reply',
	'media',
	// The testimonial's own; `title` is that of the author, as before there were any. Last, so that other columns keep their place.
	'headline',
] as const

/** Spreadsheets run a cell that begins so as a formula; the full-width forms are taken for the same letters. */
const formula = /^[=+\-@\t\r＝＋－＠]/
const options = { header: false, newline: '\r\n', escapeFormulae: formula } as const

export const csvHead = `${csvColumns.join(',')}\r\n`

/** Rows as CSV by RFC 4180. @param addressOf the address of a file on the web */
export function csvRows(rows: readonly ExportedRow[], addressOf: (path: string) => string): string {
	return `${Papa.unparse(
		rows.map((row) => cellsOf(row, addressOf)),
		options,
	)}\r\n`
}

function cellsOf(row: ExportedRow, addressOf: (path: string) => string): (string | number | null)[] {
	const { author, consents, verifications, answers } = row
	const current = consents.find(({ revoked_at }) => revoked_at === null)
	const cells: Record<(typeof csvColumns)[number], string | number | null> = {
		id: row.id,
		kind: row.kind,
		text: row.text,
		rating: row.rating,
		name: author.name,
		title: author.title,
		company: author.company,
		url: author.url,
		email: row.email,
		language: row.language,
		source: row.source,
		source_url: row.source_url,
		status: row.spam === 'spam' ? 'spam' : row.status,
		tags: row.tags.join('; '),
		submitted_at: row.submitted_at,
		approved_at: row.approved_at,
		verification: verifications.map(({ basis }) => basis).join('; '),
		consent: current?.scope ?? null,
		form: row.form,
		answers: answers.map((one) => `${one.label}: ${chosenOf(one).join('; ')}`).join('\n'),
		reply: row.reply?.text ?? null,
		media: row.media.map(({ path }) => addressOf(path)).join('\n'),
		headline: row.title,
	}
	return csvColumns.map((name) => cells[name])
}
