import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'tally',
	name: 'Tally',
	confirmedBy: 'public files and programs',
	marks: [['submission id', 'respondent id', 'submitted at']],
	columns: { 'submission id': 'id', 'submitted at': 'submitted_at' },
	leftOut: ['respondent id'],
}
