import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'strong_testimonials',
	name: 'Strong Testimonials',
	confirmedBy: 'https://github.com/WPChill/strong-testimonials',
	marks: [
		['client name', 'content'],
		['client name', 'company name', 'company website'],
	],
	columns: {
		'post id': 'id',
		'client name': 'name',
		email: 'email',
		'company name': 'company',
		'company website': 'url',
		title: 'headline',
		'post title': 'headline',
		content: 'text',
		'post content': 'text',
		'content encoded': 'text',
		'star rating': 'rating',
		'post date': 'submitted_at',
		'post date gmt': 'submitted_at',
		date: 'submitted_at',
		status: 'status',
		'post status': 'status',
	},
	leftOut: ['nofollow', 'link', 'guid', 'creator', 'post name', 'post type', 'excerpt encoded'],
	variants: { 'post date gmt': { 'post date': 'none' } },
	states: { publish: 'approved', draft: 'pending', private: 'hidden', trash: 'hidden' },
	isHtml: true,
	isZeroNone: true,
}
