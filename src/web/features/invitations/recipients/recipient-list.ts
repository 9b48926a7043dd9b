export const recipientFields = ['name', 'email', 'company', 'note'] as const
/** A fact about a person that a list may hold. */
export type RecipientField = (typeof recipientFields)[number]

/** The field that a column of a list holds; a column with `none` is left out. */
export type Column = RecipientField | 'none'

/** Rows that were pasted, read from a file or typed, as they came, and what their columns hold. */
export type RecipientList = {
	id: string
	origin: 'pasted' | 'file' | 'typed'
	fileName?: string
	/** The headings of the columns; null when the first row is a recipient. */
	header: string[] | null
	columns: Column[]
	/** A removed row is empty, so that the others keep their position. */
	rows: string[][]
}

/** One person of a list. `list` and `row` say where its cells are. */
export type Recipient = Record<RecipientField, string> & { list: string; row: number }

/** The people of all lists, in order, without empty rows. Several columns of the name are joined. */
export function recipientsOf(lists: readonly RecipientList[]): Recipient[] {
	return lists.flatMap(({ id, columns, rows }) =>
		rows.flatMap((cells, row) => {
			const read = (field: RecipientField) =>
				cells
					.filter((cell, at) => columns[at] === field && cell.trim() !== '')
					.map((cell) => cell.trim().replace(/\s+/g, ' '))
					.join(field === 'name' ? ' ' : ', ')
			if (cells.every((cell) => cell.trim() === '')) return []
			const values = { name: read('name'), company: read('company'), note: read('note') }
			return [{ list: id, row, ...values, email: bareAddress(read('email')) }]
		}),
	)
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

/** An address without the `mailto:` and the brackets that other programs copy with it. */
export function bareAddress(text: string): string {
	return text
		.replace(/^.*<([^<>]*)>\s*$/, '$1')
		.replace(/^mailto:/i, '')
		.trim()
}

/** A name of one row that no other row has. */
export function rowKey(list: string, row: number): string {
	return `${list}:${row}`
}
