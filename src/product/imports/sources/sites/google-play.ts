import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'google_play',
	name: 'Google Play',
	confirmedBy: 'https://github.com/rtanglao/rt-fennec-gplay',
	marks: [
		['package name', 'star rating', 'review text', 'reviewer language'],
		['package name', 'star rating', 'review text', 'review submit date and time'],
	],
	columns: {
		'review title': 'headline',
		'review text': 'text',
		'star rating': 'rating',
		'review submit date and time': 'submitted_at',
		'reviewer language': 'language',
		'developer reply text': 'reply',
		'developer reply date and time': 'replied_at',
		'review link': 'id',
	},
	leftOut: [
		'package name',
		'app version code',
		'app version name',
		'device',
		'review submit millis since epoch',
		'review last update date and time',
		'review last update millis since epoch',
		'developer reply millis since epoch',
	],
}
