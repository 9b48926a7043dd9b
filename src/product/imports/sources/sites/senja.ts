import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'senja',
	name: 'Senja',
	confirmedBy: 'https://glama.ai/mcp/servers/andrewconnell/senja-mcp/tools/create_testimonial',
	marks: [
		['customer name', 'text', 'customer tagline'],
		['customer name', 'text', 'customer avatar'],
		['customer name', 'text', 'integration'],
	],
	columns: {
		id: 'id',
		'customer name': 'name',
		'customer email': 'email',
		'customer avatar': 'avatar',
		'customer company': 'company',
		'customer tagline': 'title',
		'customer website': 'url',
		title: 'headline',
		text: 'text',
		rating: 'rating',
		url: 'source_url',
		date: 'submitted_at',
		tags: 'tags',
		approved: 'status',
	},
	leftOut: ['integration', 'type', 'video url', 'thumbnail url', 'form id', 'project id'],
	states: { false: 'pending' },
}
