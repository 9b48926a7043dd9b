import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'typeform',
	name: 'Typeform',
	confirmedBy: 'public files and programs',
	marks: [
		['start date utc', 'submit date utc', 'network id'],
		['submit date utc', 'network id', 'tags'],
	],
	columns: { '': 'id', 'submit date utc': 'submitted_at' },
	leftOut: ['start date utc', 'network id', 'tags', 'response type', 'stage date utc', 'ending'],
}
