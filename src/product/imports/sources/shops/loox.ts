import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'loox',
	name: 'Loox',
	confirmedBy: 'public files and programs',
	marks: [
		['review', 'rating', 'nickname', 'product id', 'handle'],
		['full name', 'review', 'rating', 'replied at'],
		['product handle', 'rating', 'author', 'body', 'created at', 'photo url'],
	],
	columns: {
		id: 'id',
		status: 'status',
		rating: 'rating',
		email: 'email',
		nickname: 'name',
		'full name': 'none',
		review: 'text',
		date: 'submitted_at',
		img: 'photo',
		'verified purchase': 'verified',
		reply: 'reply',
		'replied at': 'replied_at',
		author: 'name',
		body: 'text',
		'created at': 'submitted_at',
		'photo url': 'photo',
	},
	leftOut: ['product id', 'handle', 'variant', 'product handle'],
	states: { active: 'approved', hidden: 'hidden' },
}
