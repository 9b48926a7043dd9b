import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'opinew',
	name: 'Opinew',
	confirmedBy: 'public files and programs',
	marks: [['body', 'rating', 'review date', 'state', 'reviewer name']],
	columns: {
		body: 'text',
		title: 'headline',
		rating: 'rating',
		'review date': 'submitted_at',
		state: 'status',
		'reviewer name': 'name',
		'reviewer email': 'email',
		reply: 'reply',
		'reply date': 'replied_at',
		'picture urls': 'photo',
	},
	leftOut: ['product id', 'product handle', 'sku', 'barcode', 'region', 'source', 'ip address'],
}
