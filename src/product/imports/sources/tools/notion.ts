import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'notion',
	name: 'Notion',
	confirmedBy: 'public files and programs',
	marks: [
		['created time', 'last edited time'],
		['created time', 'created by'],
	],
	valueMarks: ['(https://www.notion.so/'],
	columns: { 'created time': 'submitted_at' },
	linksInCells: 'https://www.notion.so/',
	leftOut: ['last edited time', 'created by', 'last edited by'],
}
