/** A contact of an address book: its addresses begin with the preferred one. */
export type Contact = { name: string; emails: string[]; company: string; note: string }

type Property = { name: string; params: string[]; value: string }

/** Cards within a card, as version 2.1 has for assistants. */
const deepest = 10

/** True for a file or text of vCards. */
export function holdsVcards(text: string): boolean {
	return /^\s*BEGIN:VCARD\s/i.test(text.slice(0, 1000))
}

/**
 * Reads vCards of the versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350): names, addresses and the organisation. Lines that are no property,
 * and a last card that never ends, are passed over.
 */
export function parseVcards(text: string): Contact[] {
	const contacts: Contact[] = []
	let depth = 0
	let properties: Property[] = []
	for (const line of unfold(text)) {
		const property = parseProperty(line)
		if (!property) continue
		const { name, value } = property
		const isCard = value.trim().toUpperCase() === 'VCARD'
		if (name === 'BEGIN' && isCard && depth < deepest) {
			if (depth++ === 0) properties = []
		} else if (name === 'END' && isCard && depth > 0) {
			if (--depth === 0) contacts.push(contactOf(properties))
		} else if (depth === 1) properties.push(property)
	}
	return contacts
}

/** Joins folded lines: those that begin with a space, and in quoted-printable those that end with an equals sign. */
function unfold(text: string): string[] {
	const lines: string[][] = []
	let isSoft = false
	for (const line of text.split(/\r\n|\r|\n/)) {
		const last = lines.at(-1)
		if (isSoft && last) last.push(line)
		else if (last && /^[ \t]/.test(line)) last.push(line.slice(1))
		else lines.push([line])
		const first = lines.at(-1)?.[0] ?? ''
		isSoft = line.endsWith('=') && isQuotedPrintable(first)
	}
	return lines.map((parts) => (isQuotedPrintable(parts[0] ?? '') ? parts.join('\n') : parts.join('')))
}

const isQuotedPrintable = (line: string) => /^[^:]{0,500}[;=]QUOTED-PRINTABLE/i.test(line)

/** `item1.EMAIL;TYPE=home,pref:lena@customer.example`: a group, a name, parameters of which some are quoted, and a value. */
function parseProperty(line: string): Property | undefined {
	const head = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):/.exec(line.slice(0, 2000))
	if (!head) return undefined
	const [whole, name = '', params = ''] = head
	return {
		name: name.toUpperCase(),
		params: params.toUpperCase().split(/[;,]/),
		value: decodeValue(line.slice(whole.length), params),
	}
}

function decodeValue(value: string, params: string): string {
	if (!/[;=]QUOTED-PRINTABLE/i.test(params)) return value
	const charset = /CHARSET="?([\w-]+)/i.exec(params)?.[1] ?? 'utf-8'
	const bytes: number[] = []
	const encoder = new TextEncoder()
	for (const [part] of value.replaceAll(/=\n/g, '').matchAll(/=[\dA-Fa-f]{2}|[^=]+|=/g)) {
		if (/^=[\dA-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16))
		else for (const byte of encoder.encode(part)) bytes.push(byte)
	}
	return decode(new Uint8Array(bytes), charset)
}

function decode(bytes: Uint8Array, charset: string): string {
	try {
		return new TextDecoder(charset).decode(bytes)
	} catch {
		return new TextDecoder().decode(bytes)
	}
}

function contactOf(properties: readonly Property[]): Contact {
	const all = (name: string) => properties.filter((property) => property.name === name)
	const first = (name: string) => all(name)[0]?.value ?? ''
	const emails = all('EMAIL')
		.toSorted((a, b) => preference(a) - preference(b))
		.map(({ value }) =>
			unescaped(value)
				.replace(/^mailto:/i, '')
				.trim(),
		)
		.filter((email) => email !== '')
	const [company = ''] = splitParts(first('ORG'))
	return { name: nameOf(first('FN'), splitParts(first('N'))), emails: [...new Set(emails)], company, note: '' }
}

/** From 1 to 100 in version 4.0; a bare mark before it. */
function preference({ params }: Property): number {
	const number = params.map((param) => /^PREF=(\d{1,3})$/.exec(param)?.[1]).find((found) => found !== undefined)
	if (number !== undefined) return Number(number)
	return params.some((param) => /^(TYPE=)?"?PREF"?$/.test(param)) ? 1 : 101
}

/** The formatted name, unless it is the parts in the order of a register; else the parts. */
function nameOf(formatted: string, [family = '', given = '', additional = '']: string[]): string {
	const shown = unescaped(formatted).trim()
	const parts = [given, additional, family].filter((part) => part !== '').join(' ')
	const isRegister = shown.replaceAll(',', '').toLowerCase() === `${family} ${given}`.toLowerCase()
	const isLatin = /^[\p{Script=Latin}\p{M}\s.'’-]+$/u.test(parts)
	return shown === '' || (isRegister && isLatin && family !== '' && given !== '') ? parts : shown
}

/** The parts between semicolons that no backslash stands before. */
function splitParts(value: string): string[] {
	const parts = value.match(/(?:\\.|[^\\;])+|;|\\$/gs) ?? []
	const found = ['']
	for (const part of parts) {
		if (part === ';') found.push('')
		else found[found.length - 1] += part
	}
	return found.map((part) => unescaped(part).trim())
}

function unescaped(value: string): string {
	return value.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' || sign === 'N' ? ' ' : sign))
}
