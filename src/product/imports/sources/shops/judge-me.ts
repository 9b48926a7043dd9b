import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'judgeme',
	name: 'Judge.me',
	confirmedBy: 'https://github.com/bilalzaib2/imagyn-reviews, https://github.com/leochanbizs-rgb/reviewport',
	marks: [
		['body', 'rating', 'review date', 'curated', 'reviewer name'],
		['body', 'rating', 'review date', 'reviewer name', 'reviewer email', 'metaobject handle'],
	],
	columns: {
		id: 'id',
		title: 'headline',
		body: 'text',
		rating: 'rating',
		'review date': 'submitted_at',
		curated: 'status',
		'reviewer name': 'name',
		'reviewer email': 'email',
		reply: 'reply',
		'reply date': 'replied_at',
		'picture urls': 'photo',
		'metaobject handle': 'id',
	},
	leftOut: ['source', 'product id', 'product handle', 'ip address', 'location'],
	states: { ok: 'approved', 'not-yet': 'pending', 'not yet': 'pending', hidden: 'hidden', spam: 'spam' },
}
