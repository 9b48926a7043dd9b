import { FileRefused } from './file-refused.ts'

type Kind = { begins: string; at?: number; name: string }
const saveAs = 'Save it as .xlsx or CSV.'
/** Kinds of files by the bytes that they begin with, in Latin-1. */
const kinds: Kind[] = [
	{
		begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
		name: 'This is an old binary Excel file (.xls) or one with a password: save it as .xlsx or CSV.',
	},
	{ begins: '%PDF', name: 'This is a PDF, which has no rows. Export a spreadsheet or CSV instead.' },
	{ begins: '{\\rtf', name: `This is a text document (RTF). Copy its table into a spreadsheet. ${saveAs}` },
	{ begins: '\x89PNG', name: 'This is a picture (PNG), not a table.' },
	{ begins: '\xff\xd8\xff', name: 'This is a picture (JPEG), not a table.' },
	{ begins: 'GIF8', name: 'This is a picture (GIF), not a table.' },
	{ begins: 'WEBP', at: 8, name: 'This is a picture (WebP), not a table.' },
	{ begins: 'ftyp', at: 4, name: 'This is a picture or video, not a table.' },
	{ begins: '\x1f\x8b', name: 'This file is packed with gzip. Unpack it first.' },
	{ begins: 'Rar!', name: 'This is a RAR archive. Unpack it and import the file in it.' },
	{ begins: "7z\xbc\xaf'\x1c", name: 'This is a 7z archive. Unpack it and import the file in it.' },
	{ begins: 'BZh', name: 'This file is packed with bzip2. Unpack it first.' },
	{ begins: '\xfd7zXZ', name: 'This file is packed with xz. Unpack it first.' },
	{ begins: '\x28\xb5\x2f\xfd', name: 'This file is packed with Zstandard. Unpack it first.' },
	{ begins: 'SQLite format 3\0', name: 'This is a SQLite database. Export its table of reviews as CSV.' },
	{ begins: 'PAR1', name: 'This is a Parquet file. Export it as CSV.' },
	{ begins: 'PGDMP', name: 'This is a backup of a PostgreSQL database. Export its table of reviews as CSV.' },
	{ begins: 'PK\x05\x06', name: 'This ZIP is empty.' },
]
/** Kinds of text that are no tables. */
const texts: [RegExp, string][] = [
	[/^\s*BEGIN:VCARD/i, 'These are contacts (vCard), not testimonials. Invitations take them.'],
	[/^\s*BEGIN:VCALENDAR/i, 'This is a calendar, not a table.'],
	[
		/^(?:\s*(?:--|\/\*|#)[^\n]*\n){0,40}\s*(?:(?:create|drop) (?:table|database|schema)|insert into|set [a-z_@]+ *=|use `)\b/i,
		'This is a backup of a database (SQL). Export its table of reviews as CSV.',
	],
]

/** @throws FileRefused with its kind in words, for a file that is no table at all */
export function refuseOtherFiles(start: Buffer, sample: string): void {
	const bytes = start.toString('latin1')
	const kind = kinds.find(({ begins, at = 0 }) => bytes.startsWith(begins, at))
	const name = kind?.name ?? texts.find(([pattern]) => pattern.test(sample.slice(0, 4096)))?.[1]
	if (name) throw new FileRefused(name)
	if (sample.includes('\0'))
		throw new FileRefused(
			'This is neither a CSV or JSON file nor a ZIP with one. Spreadsheets are read as .xlsx and .ods.',
		)
}
