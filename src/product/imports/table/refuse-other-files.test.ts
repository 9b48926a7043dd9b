import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeZip } from '#test/support/make-zip.ts'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

const binary = (start: string) =>
	Buffer.concat([Buffer.from(start, 'latin1'), deflateRawSync(Buffer.alloc(5000, 'ab\0'))])

it.each([
	[
		'an old workbook',
		binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'),
		'This is an old binary Excel file (.xls) or one with a password: save it as .xlsx or CSV.',
	],
	['a PDF', binary('%PDF-1.7\n'), 'PDF'],
	['a PNG', binary('\x89PNG\r\n\x1a\n'), 'PNG'],
	['a JPEG', binary('\xff\xd8\xff\xe0\0'), 'JPEG'],
	['a WebP', binary('RIFF\0\0\0\0WEBPVP8 '), 'WebP'],
	['a video', binary('\0\0\0\x20ftypisom\0'), 'video'],
	['gzip', gzipSync('Name,Text\nAnn,Good'), 'gzip'],
	['RAR', binary('Rar!\x1a\x07\0'), 'RAR'],
	['7z', binary("7z\xbc\xaf'\x1c\0"), '7z'],
	['SQLite', binary('SQLite format 3\0'), 'SQLite'],
	['RTF', Buffer.from('{\\rtf1\\ansi Good}'), 'RTF'],
	['vCard', Buffer.from('BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n'), 'vCard'],
	[
		'a dump of a database',
		Buffer.from('-- MySQL dump 10.13\n--\n\nDROP TABLE IF EXISTS `reviews`;\nINSERT INTO reviews VALUES (1);'),
		'SQL',
	],
	['bytes of no kind', Buffer.from('\x01\0\x02\0\x03abc\0'.repeat(30)), 'neither a CSV or JSON file'],
	['a Word document', makeZip({ '[Content_Types].xml': '', 'word/document.xml': '<w/>' }), 'Word'],
	['a binary workbook', makeZip({ 'xl/workbook.bin': 'x' }), '.xlsb'],
	['Apple Numbers', makeZip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': '' }), 'Numbers'],
	[
		'a backup with many tables',
		makeZip({ 'shop/orders.csv': 'a', 'shop/reviews.csv': 'b', 'shop/logo.png': '' }),
		'several tables: orders.csv, reviews.csv',
	],
	['a workbook in a ZIP', makeZip({ 'reviews.xlsx': 'x' }), 'reviews.xlsx'],
	['pictures in a ZIP', makeZip({ 'a.png': 'x' }), 'no reviews in this ZIP'],
])('%s is named in words', async (_, file, message) => {
	await expect(readTable(file)).rejects.toThrow(message)
})

it('what macOS adds to a ZIP is no second table', async () => {
	const zip = makeZip({ 'reviews.csv': 'Name,Text\nAnn,Good\n', '__MACOSX/._reviews.csv': 'x', 'a/._b.csv': 'y' })
	expect(await cellsOf(zip)).toEqual([['Ann', 'Good']])
})

it('a format that a member chooses is read as such', async () => {
	for (const choices of [{}, { format: 'csv' as const }])
		expect(await readTable('[a],[b]\n[x],[y]\n', choices)).toMatchObject({ headings: ['[a]', '[b]'] })
	await expect(readTable('Name,Text\nAnn,Good\n', { format: 'xlsx' })).rejects.toThrow('not a workbook')
})
