import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'powerreviews',
	name: 'PowerReviews',
	confirmedBy: 'https://help.powerreviews.com/hc/en-us/articles/7216638586651-Review-Import-Process',
	marks: [['review id', 'page id', 'review display', 'review text', 'rating']],
	columns: {
		'review id': 'id',
		'review display': 'name',
		'review display name': 'name',
		'review title': 'headline',
		'review date': 'submitted_at',
		'review text': 'text',
		rating: 'rating',
		'verified buyer': 'verified',
		'review status': 'status',
		email: 'email',
		'email address': 'email',
	},
	leftOut: ['page id', 'review location', 'product id', 'order id', 'helpful votes', 'not helpful votes'],
}
