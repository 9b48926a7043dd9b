import type { Tx } from '#platform/pg/db.ts'
import { chosenOf } from '#shared/form/answer-lines.ts'
import { publicFileUrl } from '#shared/public-file-url.ts'
import { csvHead, csvRows } from './csv-rows.ts'
import type { ExportOptions } from './export-options.ts'
import type { ExportedRow } from './exported-row.ts'
import { nextExportRows, openExportRows } from './queries.ts'

const byteOrderMark = '\ufeff'

/**
 * The testimonials of a space as CSV or JSON, some hundred at a time.
 * @param tx a snapshot under the claims of a member
 */
export async function* exportedRows(
	tx: Tx,
	{ space, format, withEmails, bom, filter }: ExportOptions,
	{ name, siteUrl }: { name: string; siteUrl: string },
): AsyncGenerator<Buffer> {
	const addressOf = (path: string) => `${siteUrl}${publicFileUrl('photos', path)}`
	const isCsv = format === 'csv'
	await tx.query(openExportRows(space, withEmails, filter))
	yield Buffer.from(isCsv ? `${bom ? byteOrderMark : ''}${csvHead}` : jsonHead(space, name))
	for (let isFirst = true; ; isFirst = false) {
		const rows = (await tx.query<{ row: ExportedRow }>(nextExportRows())).map(({ row }) => row)
		if (rows.length === 0) break
		if (isCsv) yield Buffer.from(csvRows(rows, addressOf))
		else yield Buffer.from(`${isFirst ? '' : ','}\n${rows.map((row) => jsonRow(row, addressOf)).join(',\n')}`)
	}
	if (!isCsv) yield Buffer.from('\n]}\n')
}

function jsonHead(space: string, name: string): string {
	const head = {
		format: 'plaudit-testimonials',
		version: 1,
		made_at: new Date().toISOString(),
		space: { id: space, name },
	}
	return `${JSON.stringify(head).slice(0, -1)},"testimonials":[`
}

function jsonRow(row: ExportedRow, addressOf: (path: string) => string): string {
	const { picture, ...author } = row.author
	const media = row.media.map(({ path, poster, ...one }) => ({
		...one,
		url: addressOf(path),
		poster_url: poster && addressOf(poster),
	}))
	const answers = row.answers.map((one) => (one.kind === 'choices' ? { ...one, chosen: chosenOf(one) } : one))
	return JSON.stringify({ ...row, answers, author: { ...author, picture_url: picture && addressOf(picture) }, media })
}
