import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'google',
	name: 'Google Business Profile',
	confirmedBy: 'https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews',
	marks: [['star rating', 'create time']],
	columns: {
		name: 'id',
		'review id': 'id',
		'reviewer display name': 'name',
		'reviewer profile photo url': 'avatar',
		'star rating': 'rating',
		comment: 'text',
		'create time': 'submitted_at',
		'review reply comment': 'reply',
		'review reply update time': 'replied_at',
	},
	leftOut: [
		'update time',
		'reviewer is anonymous',
		'review media items',
		'review reply review reply state',
		'review reply policy violation',
	],
}
