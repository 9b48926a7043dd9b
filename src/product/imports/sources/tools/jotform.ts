import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'jotform',
	name: 'Jotform',
	confirmedBy: 'public files and programs',
	marks: [
		['submission date', 'submission ip', 'submission id'],
		['submission date', 'submission id'],
	],
	columns: { 'submission date': 'submitted_at', 'submission id': 'id' },
	leftOut: ['submission ip', 'last update date', 'submission status'],
}
