import { z } from 'zod'
import { invalid } from '#product/http/errors.ts'

/** Which testimonials; null is no restriction. Spam is exported only by its own status. */
export type RowFilter = {
	status: 'pending' | 'approved' | 'rejected' | 'archived' | 'spam' | null
	/** Slug of a form. */
	form: string | null
	/** Name of a tag. */
	tag: string | null
	/** Sent at this time or later. */
	from: string | null
	/** Sent before this time. */
	to: string | null
}

export type ExportOptions = {
	space: string
	format: 'csv' | 'json' | 'archive'
	withEmails: boolean
	/** CSV begins with a byte order mark, without which Excel takes UTF-8 for another encoding. */
	bom: boolean
	filter: RowFilter
}

export const everything: RowFilter = { status: null, form: null, tag: null, from: null, to: null }

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'A date is written 2026-11-24.').optional()
const flag = z.enum(['0', '1'], 'This is 0 or 1.').optional()
const word = z.string().min(1).max(200).optional()
const schema = z.object({
	space_id: z.uuid('This is not the id of a space.'),
	format: z.enum(['csv', 'json', 'archive'], 'A file is csv, json or archive.'),
	emails: flag,
	bom: flag,
	status: z
		.enum(
			['pending', 'approved', 'rejected', 'archived', 'spam'],
			'A status is pending, approved, rejected, archived or spam.',
		)
		.optional(),
	form: word,
	tag: word,
	from: date,
	to: date,
})

/** Reads the query of `export`. @throws AppError 422 with the fields that are wrong */
export function parseExportOptions(query: URLSearchParams): ExportOptions {
	const parsed = schema.safeParse(Object.fromEntries(query))
	if (!parsed.success)
		throw invalid(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
	const { space_id, format, emails, bom, status, form, tag, from, to } = parsed.data
	const filter = { status: status ?? null, form: form ?? null, tag: tag ?? null, from: from ?? null, to: to ?? null }
	return { space: space_id, format, withEmails: emails === '1', bom: bom === '1', filter }
}
