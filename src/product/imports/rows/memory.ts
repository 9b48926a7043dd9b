import type { Claims, Db } from '#platform/pg/db.ts'
import { findKnownRows, importMemory, wordsOfSpace } from '#product/imports/queries.ts'
import { wordsKey } from '#product/imports/words-key.ts'
import { readQuery } from '#product/run-query.ts'
import { createRepeats, type Repeats, type Saying, sayingOf } from './repeats.ts'
import type { AskedRow, CheckedRow, RowRules } from './row-types.ts'

/** A testimonial of the space that a row repeats. */
export type KnownRow = { id: string; since: Date }
export type FoundRow = { here: KnownRow | undefined; isErased: boolean }

const pageSize = 5000

/** The memory of a space: the words that it has, the ids of sources that it knows, and those who were erased. */
export function createMemory(db: Db, claims: Claims, space: string, { source }: Pick<RowRules, 'source'>) {
	type About = { has_ids: boolean; has_erased: boolean; is_large: boolean }
	let about: Promise<About | undefined> | undefined
	const learn = () => {
		about ??= readQuery<About>(db, claims, importMemory(space, source), space).then(([row]) => row)
		return about
	}

	/** Ids of the source that are here, and rows that name erased people. */
	async function find(rows: readonly CheckedRow[]): Promise<(FoundRow | undefined)[]> {
		const { has_ids: hasIds = false, has_erased: hasErased = false } = (await learn()) ?? {}
		if (!hasIds && !hasErased) return []
		const asked = rows.map((row, at) => ({ at, ...askedOf(row, hasErased) }))
		const relevant = hasErased ? asked : asked.filter(({ id }) => id !== null)
		if (relevant.length === 0) return []
		type Row = { at: number; testimonial_id: string | null; since: Date | null; is_erased: boolean }
		const known = await readQuery<Row>(db, claims, findKnownRows(space, source, relevant), space)
		const found: (FoundRow | undefined)[] = []
		for (const { at, testimonial_id: id, since, is_erased: isErased } of known)
			found[at] = { here: id !== null && since !== null ? { id, since } : undefined, isErased }
		return found
	}

	/**
	 * The words of the testimonials of the space, as keys.
	 * @param wanted the keys of the file, where those of the space are too many to be kept
	 */
	async function load(wanted?: ReadonlySet<string>): Promise<Repeats<Saying & KnownRow>> {
		const known = createRepeats<Saying & KnownRow>()
		type Row = {
			id: string
			author_name: string
			title: string | null
			body: string
			submitted_at: Date
			email: string | null
		}
		for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
			const rows = await readQuery<Row>(db, claims, wordsOfSpace(space, after, pageSize), space)
			for (const { id, author_name, title, body, submitted_at, email } of rows) {
				const key = wordsKey(author_name, title, body)
				if (!wanted || wanted.has(key)) known.add(key, { id, since: submitted_at, ...sayingOf(submitted_at, email) })
			}
			const last = rows.at(-1)
			if (!last || rows.length < pageSize) return known
			after = last.id
		}
	}

	return { find, load, isLarge: async () => (await learn())?.is_large === true }
}

function askedOf(row: CheckedRow, withWords: boolean): Omit<AskedRow, 'at'> {
	const id = row.kind === 'imported' ? row.imported.source_id : null
	if (!withWords) return { id, email: null, name: null, body: null }
	if (row.kind === 'answer') return { id, email: null, name: null, body: null }
	const { email, name, body } = row.kind === 'imported' ? row.imported : row.out
	return { id, email, name: clean(name), body: clean(body) }
}

const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
