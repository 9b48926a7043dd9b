const second = 1000
const day = 86_400 * second
/** The day that spreadsheets count as 0. */
const spreadsheetStart = Date.UTC(1899, 11, 30)

/** A moment, or a day or time whose zone is not said, as if it were in UTC. */
export type NumberDate = { at: number; is: 'moment' | 'time' | 'day' }

/**
 * A date that is written as one number: the serial of a spreadsheet, Unix time in seconds, milliseconds, microseconds or nanoseconds. Shorter
 * Unix times lie before 2001, and are ids or telephone numbers.
 */
export function readNumberDate(text: string): NumberDate | undefined {
	const [, serial = '', share = ''] = /^([2-7]\d{4}|80000)(?:[.,](\d{1,15}))?$/.exec(text) ?? []
	if (serial) {
		const start = spreadsheetStart + Number(serial) * day
		if (/^0*$/.test(share)) return { at: start, is: 'day' }
		return { at: start + Math.round(Number(`0.${share}`) * (day / second)) * second, is: 'time' }
	}
	const [, digits = '', fraction = ''] = /^(\d{10}|\d{13}|\d{16}|\d{19})(?:\.(\d{1,9}))?$/.exec(text) ?? []
	const [, dotNet] = /^\\?\/date\((-?\d{1,14})(?:[+-]\d{4})?\)\\?\/$/.exec(text) ?? []
	if (dotNet !== undefined) return { at: Number(dotNet), is: 'moment' }
	if (digits === '') return undefined
	return { at: Math.floor(Number(`${digits}.${fraction || 0}`) * 10 ** (13 - digits.length)), is: 'moment' }
}

/** Separates the parts of `20240305140507`, `20240305T1405` and of the times that cameras and web servers write. */
export function separateParts(text: string): string {
	return text
		.replace(/^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=$|[t _-]?\d{4}|[ tz])/, '$1-$2-$3 ')
		.replace(
			/^(\d{4}-\d\d-\d\d )[t _-]?(\d\d)(\d\d)(\d\d)?(?![\d:])/,
			(_, date, hour, minute, seconds = '00') => `${date}${hour}:${minute}:${seconds}`,
		)
		.replace(/^(\d{4}):(\d\d):(\d\d)(?=[ t])/, '$1-$2-$3')
		.replace(/(\d{4}):(?=\d\d:\d\d)/, '$1 ')
		.replace(/(?<=\d)t(?=\d)/, ' ')
		.replace(/^(\d{4}-\d{1,2}-\d{1,2}) ?(?:z|[+-]\d\d:\d\d)$/, '$1')
}
