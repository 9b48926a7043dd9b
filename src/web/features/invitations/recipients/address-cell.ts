import { addressFault } from './check-address.ts'

/** The addresses of a cell, and the name that stands before the first in brackets. */
export type AddressCell = { email: string; others: string[]; name: string }

/** Characters of a cell that are looked at. */
const longest = 2000

/**
 * Reads a cell with an address, or with several as address books write them: `a@x.example ::: b@x.example`, or between commas, semicolons,
 * bars, slashes, spaces or line breaks. The first that mail can be sent to is used. A cell without one is kept as it is, so that it can be mended.
 */
export function readAddressCell(cell: string): AddressCell {
	const text = cell.trim().slice(0, longest)
	const bracketed = /^([^<>]*)<([^<>]*)>$/.exec(text)
	if (bracketed)
		return { email: withoutScheme(bracketed[2] ?? ''), others: [], name: withoutQuotes(bracketed[1] ?? '') }
	const whole = withoutScheme(text)
	if (whole.split('@').length <= 2) return { email: whole, others: [], name: '' }
	const found = text
		.split(/:::|[,;|/<>\s]+/)
		.map(withoutScheme)
		.filter((part) => part.includes('@'))
	const [first] = found.filter((part) => addressFault(part) === null)
	if (first === undefined) return { email: whole, others: [], name: '' }
	return { email: first, others: [...new Set(found)].filter((part) => part !== first), name: '' }
}

/** Takes quotation marks from the ends, of which one may have gone with another part of the cell. */
export function withoutQuotes(name: string): string {
	return name.replaceAll(/^[\s"'“„]+|[\s"'”“,]+$/g, '')
}

function withoutScheme(text: string): string {
	return text
		.trim()
		.replace(/^mailto:/i, '')
		.trim()
}
