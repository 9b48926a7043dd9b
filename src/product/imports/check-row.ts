import { submissionLimits as limits } from '#shared/form/submission-api.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import { createOptionalReader } from './rows/read-optional.ts'
import { readPictures } from './rows/read-pictures.ts'
import { createStateReader } from './rows/read-state.ts'
import { createTimeReader } from './rows/read-time.ts'
import { createTextReader, drawnStars } from './rows/read-words.ts'
import { missing, readLine, refuseUnreadable, requireText } from './rows/refuse-row.ts'
import { createCellReader } from './rows/row-cells.ts'
import { createNotes, type Notes } from './rows/row-notes.ts'
import type { CheckedRow, ImportedRow, OutRow, RowReply, RowRules } from './rows/row-types.ts'
import type { TableRow } from './table/table.ts'
import { parseLanguage } from './values/parse-language.ts'
import { parseStars, short } from './values/parse-stars.ts'
import { isVerified, Refusal, readAddress, readEmail, readTags } from './values/read-values.ts'
import { rememberReadings } from './values/remember-readings.ts'

/** Characters of a cell that are kept beside changed words. */
const keptLength = 20_000

/**
 * Checks the rows of one file by the rules of the form. A cell that a testimonial can be without never costs its row: it is left out, and
 * noted.
 */
export function createRowCheck(rules: RowRules): (row: TableRow) => CheckedRow {
	const { mapping, known, source, maxTextLength, locale: usual } = rules
	const cellsOf = createCellReader(rules)
	const textOf = createTextReader(rules)
	const optional = createOptionalReader(cellsOf, textOf)
	const time = createTimeReader(rules)
	const stateOf = createStateReader(rules, cellsOf)
	const maxWords = Math.min(maxTextLength, 5000)
	const starsIn = rememberReadings((text) => parseStars(text, { scale: mapping.scale, half: mapping.half_stars }))
	const languageIn = rememberReadings(readLanguage)
	const noRatingOf = known?.isZeroNone ? noRatingOrZero : noRating

	const joined = (cells: readonly string[], target: ImportTarget, separator: string, notes: Notes) =>
		cellsOf
			.read(cells, target)
			.map((cell) => textOf(cell, notes).trim())
			.filter(Boolean)
			.join(separator)

	function nameOf(cells: readonly string[], notes: Notes): string {
		const heading = cellsOf.headingOf('name')
		const name = requireText(joined(cells, 'name', ' ', notes), limits.name, 'Name', heading)
		if (name !== '') return name
		if (mapping.stand_in_name === null) {
			const refusal = new Refusal('no_name', heading, missing('name', heading))
			throw refusal
		}
		notes.add('stand_in_name', heading, '', mapping.stand_in_name)
		return mapping.stand_in_name
	}

	function starsOf(cells: readonly string[], notes: Notes): number | null {
		const cell = cellsOf.read(cells, 'rating').find(({ text }) => !noRatingOf.test(text))
		if (!cell) return null
		const parsed = starsIn(cell.text)
		if ('reason' in parsed) throw new Refusal('bad_rating', cell.heading, parsed.reason)
		const after = parsed.stars === null ? 'no stars' : drawnStars(parsed.stars)
		if (parsed.isHalf) notes.add('half_stars', cell.heading, cell.text, after)
		else if (parsed.isConverted) notes.add('scale', cell.heading, cell.text, after)
		return parsed.stars
	}

	/** Title and words. A title alone, and stars where they are taken, are all the words that there are. */
	function wordsOf(cells: readonly string[], rating: number | null, notes: Notes) {
		const headline = optional.line(cells, 'headline', limits.headline, notes)
		const parts = [
			joined(cells, 'text', '\n\n', notes),
			...cellsOf.read(cells, 'labelled').map((cell) => {
				const part = `${cell.heading}: ${textOf(cell, notes).trim()}`
				notes.add('labelled', cell.heading, cell.text, part)
				return part
			}),
		]
		const heading = cellsOf.headingOf('text')
		const words = requireText(parts.filter(Boolean).join('\n\n'), maxWords, 'Words', heading, true)
		if (words !== '') return { headline, body: words }
		if (headline !== null) return { headline: null, body: headline }
		if (rating === null || mapping.stars_without_words === 'leave_out')
			throw new Refusal('no_words', heading, missing('words', heading))
		notes.add('stars_alone', heading, '', drawnStars(rating))
		return { headline: null, body: drawnStars(rating) }
	}

	function replyOf(cells: readonly string[], notes: Notes): RowReply | null {
		if (!mapping.replies) return null
		const body = optional.lines(cells, 'reply', 2000, notes)
		if (body === null) return null
		const [date] = cellsOf.read(cells, 'replied_at')
		return { body, at: date ? time.optional(date, notes) : null }
	}

	const idOf = (cells: readonly string[]) => cellsOf.read(cells, 'id')[0]?.text.trim().slice(0, 200) ?? ''

	function read({ cells, row, line }: TableRow, notes: Notes): CheckedRow {
		const parent = cellsOf.read(cells, 'parent')[0]?.text.trim() ?? ''
		if (parent !== '' && parent !== '0') {
			const heading = cellsOf.headingOf('text')
			if (!mapping.replies)
				throw new Refusal(
					'unwanted',
					cellsOf.headingOf('parent'),
					'It answers another row, and replies are left out.',
					'left_out',
				)
			stateOf(cells, notes)
			const body = requireText(joined(cells, 'text', '\n\n', notes), 2000, 'Reply', heading, true)
			if (body === '') throw new Refusal('no_words', heading, missing('words', heading))
			const name = readLine(joined(cells, 'name', ' ', notes), limits.name) ?? ''
			const [date] = cellsOf.read(cells, 'submitted_at')
			const at = date ? time.optional(date, notes) : null
			const answer = { row, line, id: idOf(cells), parent: parent.slice(0, 200), name, body, at }
			return { kind: 'answer', id: answer.id, answer, ...notes.found }
		}
		const { status, spam } = stateOf(cells, notes)
		const name = nameOf(cells, notes)
		const rating = starsOf(cells, notes)
		const { headline, body } = wordsOf(cells, rating, notes)
		const at = time.required(cellsOf, cells, notes)
		const isChanged = notes.found.notes.some(({ kind }) => changedWords.has(kind))
		const id = idOf(cells)
		const imported: ImportedRow = {
			row,
			line,
			name,
			headline,
			body,
			rating,
			title: optional.line(cells, 'title', limits.title, notes),
			company: optional.line(cells, 'company', limits.company, notes),
			url: optional.value(cells, 'url', readAddress, notes),
			email: optional.value(cells, 'email', readEmail, notes),
			locale: optional.value(cells, 'language', languageIn, notes) ?? mapping.locale ?? usual,
			source_url: optional.value(cells, 'source_url', readAddress, notes),
			status,
			spam_state: spam ? 'spam' : 'clean',
			at,
			tags: [...new Set(optional.values(cells, 'tags', readTags, notes).flat())].slice(0, 20),
			pictures: readPictures(cellsOf, cells, mapping.base_url, notes),
			reply: replyOf(cells, notes),
			source_id: known ? id || null : null,
			evidence: cellsOf.read(cells, 'verified').some(({ text }) => isVerified(text))
				? `${source}, verified there`
				: null,
			cells: isChanged ? cells.map(keptCell) : null,
		}
		return { kind: 'imported', id, imported, ...notes.found }
	}

	/** As far as it can be read, so that an erased person is recognized in a row that stays out for another reason. */
	function outRow({ row, line, cells }: TableRow, { outcome, problem, heading, message: reason }: Refusal): OutRow {
		const unnoted = createNotes(row)
		const email = optional.value(cells, 'email', readEmail, unnoted)
		const [name, body] = [
			joined(cells, 'name', ' ', unnoted).slice(0, 120),
			joined(cells, 'text', '\n\n', unnoted).slice(0, 5000),
		]
		return { row, line, outcome, problem, heading, reason, email, name, body }
	}

	return (row) => {
		const notes = createNotes(row.row)
		try {
			refuseUnreadable(row, rules)
			if (row.hasBadBytes) {
				const bad = row.cells.findIndex((cell) => cell.includes('\ufffd'))
				notes.add('bad_bytes', rules.headings[bad] ?? null, row.cells[bad] ?? '', '')
			}
			return read(row, notes)
		} catch (error) {
			if (!(error instanceof Refusal)) throw error
			return { kind: 'out', id: idOf(row.cells), out: outRow(row, error), notes: [], leftOut: [] }
		}
	}
}

/** Placeholders of exports for no rating. */
const noRating = /^\s*(?:-|–|—|n\/?a)\s*$/i
const noRatingOrZero = /^\s*(?:0(?:[.,]0+)?|-|–|—|n\/?a)?\s*$/i
const changedWords: ReadonlySet<string> = new Set([
	'html',
	'escapes',
	'translation',
	'guard',
	'labelled',
	'stars_alone',
	'bad_bytes',
])

/** A cell as import_rows keeps it. */
export const keptCell = (cell: string): string => cell.slice(0, keptLength).toWellFormed().replaceAll('\0', '\ufffd')

function readLanguage(text: string) {
	const tag = parseLanguage(text)
	return tag ? { value: tag } : { reason: `“${short(text)}” is not a language.` }
}
