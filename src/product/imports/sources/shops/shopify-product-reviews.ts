import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'shopify',
	name: 'Shopify Product Reviews',
	confirmedBy: 'public files and programs',
	marks: [['product handle', 'state', 'rating', 'title', 'author', 'body', 'created at']],
	columns: {
		state: 'status',
		rating: 'rating',
		title: 'headline',
		author: 'name',
		email: 'email',
		body: 'text',
		reply: 'reply',
		'created at': 'submitted_at',
		'replied at': 'replied_at',
	},
	leftOut: ['product handle', 'location'],
}
