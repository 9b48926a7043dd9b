import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'booking',
	name: 'Booking.com',
	confirmedBy: null,
	marks: [['review date', 'guest name', 'positive review', 'negative review', 'review score']],
	columns: {
		'review date': 'submitted_at',
		'guest name': 'name',
		'reservation number': 'id',
		'review title': 'headline',
		'positive review': 'labelled',
		'negative review': 'labelled',
		'review score': 'rating',
		'property reply': 'reply',
	},
	leftOut: ['staff', 'cleanliness', 'location', 'facilities', 'comfort', 'value for money', 'wifi'],
	scale: 10,
}
