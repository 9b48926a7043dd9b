import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'airtable',
	name: 'Airtable',
	confirmedBy: 'public files and programs',
	marks: [],
	valueMarks: ['airtableusercontent.com/', 'https://dl.airtable.com/'],
	columns: {},
}
