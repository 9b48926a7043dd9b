import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'trustpilot',
	name: 'Trustpilot',
	confirmedBy: 'public files and programs',
	marks: [['review stars', 'review content', 'review created utc']],
	columns: {
		'review id': 'id',
		'review title': 'headline',
		'review content': 'text',
		'review username': 'name',
		'review user email': 'email',
		'review stars': 'rating',
		'review created utc': 'submitted_at',
		'review language': 'language',
		'company response': 'reply',
		'company reply': 'reply',
		'company reply date utc': 'replied_at',
		'review tags': 'tags',
		tags: 'tags',
	},
	leftOut: [
		'source of review',
		'domain url',
		'webshop name',
		'review consumer user id',
		'reference id',
		'business unit id',
		'location id',
		'location name',
	],
}
