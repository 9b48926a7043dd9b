import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'etsy',
	name: 'Etsy',
	confirmedBy: null,
	marks: [['reviewer', 'date reviewed', 'star rating', 'message']],
	columns: { reviewer: 'name', 'date reviewed': 'submitted_at', 'star rating': 'rating', message: 'text' },
	leftOut: ['order id', 'listing id'],
	dateOrder: 'mdy',
}
