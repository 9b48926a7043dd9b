import { readAddressCell } from './address-cell.ts'
import { asksForNoMail, type ConsentColumn } from './mail-consent.ts'
import { partOfName, turnName } from './person-name.ts'
import { plainHeading } from './plain-heading.ts'

export const recipientFields = ['name', 'email', 'company', 'note'] as const
/** A fact about a person that a list may hold. */
export type RecipientField = (typeof recipientFields)[number]

/** The field that a column of a list holds, or who of it wants no mails; a column with `none` is left out. */
export type Column = RecipientField | ConsentColumn | 'none'

/** Rows that were pasted, read from a file, typed, or are of customers of events, as they came, and what their columns hold. */
export type RecipientList = {
	id: string
	origin: 'pasted' | 'file' | 'typed' | 'events'
	fileName?: string
	/** Contacts of an address book that have no address, and were left out. */
	withoutAddress?: number
	/** The headings of the columns; null when the first row is a recipient. */
	header: string[] | null
	columns: Column[]
	/** A removed row is empty, so that the others keep their position. */
	rows: string[][]
}

/** One person of a list. `list` and `row` say where its cells are. */
export type Recipient = Record<RecipientField, string> & {
	list: string
	row: number
	/** Further addresses of the person, which get no mail. */
	otherEmails: string[]
	/** The heading and cell by which the person asks for no mails. */
	optOut: string | null
}

/** The people of all lists, in order, without empty rows. */
export function recipientsOf(lists: readonly RecipientList[]): Recipient[] {
	return lists.flatMap((list) => {
		const places = {
			name: orderNames(list),
			email: placesOf(list, 'email'),
			company: placesOf(list, 'company'),
			note: placesOf(list, 'note'),
		}
		const readOptOut = createOptOutReader(list)
		return list.rows.flatMap((cells, row) => {
			const filled = cells.map((cell) => cell.trim().replace(/\s+/g, ' '))
			if (filled.every((cell) => cell === '')) return []
			const read = (field: RecipientField) => places[field].flatMap((at) => filled[at] || [])
			const address = readAddressCell(read('email').join(' ::: '))
			const [only = address.name, ...more] = read('name')
			return [
				{
					list: list.id,
					row,
					// Parts in columns of their own are in order already.
					name: more.length > 0 ? [only, ...more].join(' ') : turnName(only),
					email: address.email,
					otherEmails: address.others,
					company: read('company').join(', '),
					note: read('note').join(', '),
					optOut: readOptOut(filled),
				},
			]
		})
	})
}

function placesOf({ columns }: RecipientList, field: Column): number[] {
	return columns.flatMap((column, at) => (column === field ? [at] : []))
}

/** Positions of the columns of the name: given names first and family names last, wherever they are. */
function orderNames(list: RecipientList): number[] {
	const { header } = list
	const places = { given: 0, family: 2 }
	const placeOf = (at: number) => {
		const part = partOfName(plainHeading(header?.[at] ?? ''))
		return part ? places[part] : 1
	}
	return placesOf(list, 'name').toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Reads by which cell the person of a row asks for no mails. Such a column has few different cells, each of which is read once. */
function createOptOutReader({ header, columns }: RecipientList): (filled: readonly string[]) => string | null {
	const asking = columns.flatMap((column, at) =>
		column === 'accepts' || column === 'declines' ? [{ at, column, answers: new Map<string, boolean>() }] : [],
	)
	return (filled) => {
		for (const { at, column, answers } of asking) {
			const cell = filled[at] ?? ''
			const answer = answers.get(cell) ?? asksForNoMail(column, cell)
			answers.set(cell, answer)
			if (answer) return header?.[at] ? `${header[at]}: ${cell}` : cell
		}
		return null
	}
}

/** Sets the address of one row; other cells that belong to the address become empty. */
export function changeAddress(list: RecipientList, row: number, email: string): RecipientList {
	const at = list.columns.indexOf('email')
	if (at < 0) return list
	return changeRow(list, row, (cells) => {
		const changed = list.columns.map((column, index) => (column === 'email' ? '' : (cells[index] ?? '')))
		changed[at] = email
		return changed
	})
}

/** Empties one row. */
export function removeRow(list: RecipientList, row: number): RecipientList {
	return changeRow(list, row, () => [])
}

function changeRow(list: RecipientList, row: number, change: (cells: string[]) => string[]): RecipientList {
	return { ...list, rows: list.rows.map((cells, at) => (at === row ? change(cells) : cells)) }
}

/** A name of one row that no other row has. */
export function rowKey(list: string, row: number): string {
	return `${list}:${row}`
}
