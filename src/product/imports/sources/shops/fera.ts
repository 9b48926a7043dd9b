import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'fera',
	name: 'Fera',
	confirmedBy: 'public files and programs',
	marks: [['heading', 'body', 'rating', 'customer name', 'created at']],
	columns: {
		id: 'id',
		'external id': 'none',
		heading: 'headline',
		body: 'text',
		rating: 'rating',
		'customer name': 'name',
		'customer email': 'email',
		'customer avatar': 'avatar',
		'created at': 'submitted_at',
		'store reply': 'reply',
		'store replied at': 'replied_at',
		'customer media *': 'photo',
		state: 'status',
		'is verified': 'verified',
	},
	leftOut: ['customer location', 'product *', 'external product id', 'is test', 'source'],
}
