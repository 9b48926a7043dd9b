/** The kinds of numbers of a cell, by their format. */
export type NumberKind = 'number' | 'date' | 'time' | 'percent'

const day = 86_400_000
/** The day after the last that a spreadsheet knows, 31 December 9999. */
const endOfDays = 2_958_466
/** Formats that have a number and no code in the file (ECMA-376 part 1, 18.8.30); the East Asian ones are dates. */
const datesByNumber = [
	[14, 17],
	[22, 22],
	[27, 31],
	[34, 36],
	[50, 54],
	[57, 58],
] as const
const timesByNumber = [
	[18, 21],
	[32, 33],
	[45, 47],
	[55, 56],
] as const

export function kindOfFormat(id: number, code: string | undefined): NumberKind {
	if (code !== undefined) return kindOfCode(code)
	if (datesByNumber.some(([first, last]) => id >= first && id <= last)) return 'date'
	if (timesByNumber.some(([first, last]) => id >= first && id <= last)) return 'time'
	return id === 9 || id === 10 ? 'percent' : 'number'
}

function kindOfCode(code: string): NumberKind {
	const plain = code.slice(0, 255).replace(/"[^"]*"|\\.|[_*]./g, '')
	if (/\[(?:h+|m+|s+)\]/i.test(plain)) return 'time'
	const [first = ''] = plain.replace(/\[[^\]]*\]/g, '').split(';')
	if (/general|standard/i.test(first)) return 'number'
	if (/[yd]|m{3}/i.test(first)) return 'date'
	if (/[hs]/i.test(first)) return 'time'
	if (/m/i.test(first)) return 'date'
	return first.includes('%') ? 'percent' : 'number'
}

/** The text of a number of a cell: a date as ISO 8601, another one without the noise of binary fractions. */
export function numberText(raw: string, kind: NumberKind, is1904: boolean): string {
	const text = raw.trim()
	const value = Number(text)
	if (text === '' || !Number.isFinite(value)) return text
	if (kind === 'percent') return `${plainNumber(value * 100)}%`
	if (kind === 'number' || value < 0 || value >= endOfDays) return /^-?\d{1,30}$/.test(text) ? text : plainNumber(value)
	return dateText(value, kind, is1904)
}

const plainNumber = (value: number) => String(Number(value.toPrecision(15)))

function dateText(serial: number, kind: NumberKind, is1904: boolean): string {
	const days = Math.floor(serial)
	const seconds = Math.round((serial - days) * 86_400)
	// The days of 1900 are one too many from March on, because it is taken for a leap year.
	const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
	const at = new Date(start + days * day + seconds * 1000).toISOString()
	const time = at.slice(11, 19)
	if (kind === 'time' && serial < 1) return time
	if (days === 0) return ''
	return seconds === 0 ? at.slice(0, 10) : `${at.slice(0, 10)}T${time}`
}

/** The text of a cell with its line ends as newlines, and the characters that Excel writes as `_x000D_`. */
export function cellText(text: string): string {
	const whole = text.includes('_x')
		? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		: text
	return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole
}
