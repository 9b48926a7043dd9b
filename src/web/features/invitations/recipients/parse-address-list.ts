import { readAddressCell, withoutQuotes } from './address-cell.ts'

/** One entry as a name and an address. */
type Entry = [name: string, email: string]

/**
 * Reads addresses as mail programs write them: on lines, or between commas or semicolons, bare or as
 * `Name <address>`. What has no address is kept as one, so that it can be mended.
 */
export function parseAddressList(text: string): Entry[] {
	return text.split(/\r\n|\r|\n/).flatMap(parseLine)
}

function parseLine(line: string): Entry[] {
	const entries: Entry[] = []
	let before = ''
	for (const part of splitOutsideQuotes(line)) {
		// An unquoted comma inside a name: "Lovelace, Ada <ada@example.org>".
		if (!part.includes('@') && !part.includes('<')) {
			before = before ? `${before}, ${part}` : part
			continue
		}
		const found = parseEntry(part)
		const [first] = found
		if (before && first && part.includes('<')) first[0] = `${before}, ${first[0]}`
		else if (before && first && first[0] === '' && entries.length === 0 && found.length === 1) first[0] = before
		else if (before) entries.push(['', before])
		before = ''
		entries.push(...found)
	}
	return before ? [...entries, ['', before]] : entries
}

/** `Name <address>`, `Name address`, or addresses between spaces. The quotation marks may be around all of it. */
function parseEntry(part: string): Entry[] {
	const bracketed = /^([^<]*)<([^<>]*)>/.exec(part)
	if (bracketed) return [[withoutQuotes(bracketed[1] ?? ''), bareAddress(bracketed[2] ?? '')]]
	const words = part.split(/\s+/)
	const addresses = words.filter((word) => word.includes('@'))
	if (addresses.length > 1) return addresses.map((address) => ['', bareAddress(address)])
	const name = words.filter((word) => !word.includes('@')).join(' ')
	return [[withoutQuotes(name), bareAddress(addresses[0] ?? '')]]
}

const bareAddress = (text: string) => withoutQuotes(readAddressCell(text).email)

function splitOutsideQuotes(line: string): string[] {
	const parts = line.match(/(?:"[^"]*"|<[^<>]*>|[^,;])+/g) ?? []
	return parts.map((part) => part.trim()).filter((part) => part !== '')
}
