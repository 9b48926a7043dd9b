import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'testimonial_to',
	name: 'Testimonial.to',
	confirmedBy: null,
	marks: [['testimonial', 'star rating', 'type']],
	columns: {
		testimonial: 'text',
		name: 'name',
		email: 'email',
		'star rating': 'rating',
		'title company': 'title',
		'social link': 'url',
		status: 'status',
		url: 'source_url',
		avatar: 'avatar',
		date: 'submitted_at',
	},
	leftOut: ['type'],
}
