import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'disqus',
	name: 'Disqus',
	confirmedBy: 'public files and programs',
	marks: [
		['message', 'created at', 'author name', 'is spam'],
		['message', 'created at', 'author name', 'is deleted'],
	],
	columns: {
		id: 'id',
		message: 'text',
		'created at': 'submitted_at',
		'author name': 'name',
		'author email': 'email',
		parent: 'parent',
		'is spam': 'status',
		'is deleted': 'status',
	},
	leftOut: ['author username', 'author is anonymous', 'ip address', 'thread', 'thread title', 'thread link'],
	states: { true: 'spam_comment', false: 'approved' },
	isHtml: true,
}
