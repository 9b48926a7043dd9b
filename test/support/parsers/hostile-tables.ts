import { makeZip } from '#test/support/make-zip.ts'
import { fill, type HostileInput, MiB, refused, settled } from './hostile-input.ts'

const rowsOf = (name: string, object: string) => `[${fill(`${object},`, 8 * MiB)}${object}]${name}`

/** JSON files of rows. */
export const hostileJson = (size: number): HostileInput[] => [
	refused('lists in lists', () => fill('[', size)),
	refused('objects in objects', () => fill('{"a":', size)),
	refused('lists in one row', () => `[{"text":"x"},${fill('[', size)}`),
	refused('a list of very many values in a row', () => `[{"a":[${fill('0,', size)}0]}]`),
	refused('a row of very many fields', () => `[{${fill('"a":1,', size)}"b":1}]`),
	refused('an object of very many members', () => `{${fill('"a":0,', size)}"b":0}`),
	refused('very many lists', () => `{${fill('"a":[0],', size)}"b":[]}`),
	refused('very many rows', () => rowsOf('', '{"a":1}')),
	refused('a text without an end', () => `["${fill('x', size)}`),
	refused('a long text of escapes', () => `["${fill('\\n', size)}"]`),
	refused('a number of very many digits', () => `[${fill('1', size)}]`),
	refused('a very long name of a field', () => `[{"${fill('k', size)}":1}]`),
	refused('spaces without an end', () => `[${fill(' ', size)}`),
	refused('closing brackets', () => `[${fill(']', size)}`),
	settled('names of the prototype', () => rowsOf('', '{"__proto__":{"a":1},"constructor":1}')),
]

/** Separated text. */
export const hostileCsv = (size: number): HostileInput[] => [
	settled('cells without an end', () => `a,b\n${fill(',', size)}`),
	refused('a heading of a thousand columns', () => `${fill('h,', 2000)}h\n1,2`),
	settled('a heading without an end', () => fill('"h",', size)),
	settled('empty rows', () => `a,b\n${fill(',\n', size)}`),
	settled('empty lines', () => `a\n${fill('\n', size)}`),
	settled('line ends of old computers', () => `a\n${fill('\r', size)}`),
	settled('quotation marks', () => `a,b\n${fill('"', size)}`),
	settled('doubled quotation marks', () => `a,b\n"${fill('""', size)}`),
	settled('a quotation mark that is never closed', () => `a,b\n"${fill('x', size)}`),
	settled('quotation marks that are not closed in their row', () => `a,b\n${fill('"x\n', size)}`),
	refused('very many rows', () => `a,b\n${fill('1,2\n', size)}`),
	settled('one line without an end', () => fill('a', size)),
	settled('byte order marks', () => fill('\ufeff', size / 3)),
	settled('letters of Windows', () => Buffer.alloc(size, 0xe9)),
	settled('UTF-16 of half a letter', () => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.alloc(size, 0xd8)])),
]

/** A ZIP whose directory says another size than its only file has. */
function withSize(zip: Buffer, size: number): Buffer {
	const changed = Buffer.from(zip)
	const directory = changed.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
	changed.writeUInt32LE(size, directory + 24)
	return changed
}

/** ZIP files with rows. */
export const hostileZips = (size: number): HostileInput[] => [
	refused('lists in lists, packed', () => makeZip({ 'reviews.json': fill('[', size) })),
	refused('more than it may unpack to', () => makeZip({ 'a.csv': Buffer.alloc(65 * MiB, 'a') })),
	refused('more than it says', () => withSize(makeZip({ 'a.csv': `Name\n${fill('x\n', size)}` }), 100)),
	refused('less than it says', () => withSize(makeZip({ 'a.csv': 'Name\nx' }), 60 * MiB)),
	refused('more files than it may have', () =>
		makeZip(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}.csv`, '']))),
	),
	refused('a directory that was cut', () => makeZip({ 'a.csv': 'Name\nx' }).subarray(0, -10)),
	refused('a ZIP in a ZIP', () => makeZip({ 'a.csv': makeZip({ 'b.csv': Buffer.alloc(MiB) }) })),
	refused('very many rows in two hundred files of reviews', () => {
		const rows = `[${fill('{"a":1},', 8000)}{}]`
		return makeZip(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}/reviews.json`, rows])))
	}),
]
