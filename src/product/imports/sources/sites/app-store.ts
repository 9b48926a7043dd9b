import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'app_store',
	name: 'App Store Connect',
	confirmedBy: 'https://developer.apple.com/documentation/appstoreconnectapi/customerreview',
	marks: [
		['attributes rating', 'attributes body', 'attributes reviewer nickname'],
		['rating', 'body', 'reviewer nickname', 'created date'],
	],
	columns: {
		id: 'id',
		'attributes rating': 'rating',
		'attributes title': 'headline',
		'attributes body': 'text',
		'attributes reviewer nickname': 'name',
		'attributes created date': 'submitted_at',
		rating: 'rating',
		title: 'headline',
		body: 'text',
		'reviewer nickname': 'name',
		'created date': 'submitted_at',
	},
	leftOut: ['type', 'territory', 'attributes territory', 'links self', 'relationships *'],
}
