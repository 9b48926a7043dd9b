import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'wordpress',
	name: 'WordPress comments',
	confirmedBy: 'https://developer.wordpress.org/reference/classes/wp_comment/',
	marks: [
		['comment id', 'comment content', 'comment author', 'comment approved'],
		['comment content', 'comment author', 'comment date', 'comment author email'],
	],
	columns: {
		'comment id': 'id',
		'comment author': 'name',
		'comment author email': 'email',
		'comment author url': 'url',
		'comment date': 'submitted_at',
		'comment date gmt': 'submitted_at',
		'comment content': 'text',
		'comment approved': 'status',
		'comment parent': 'parent',
	},
	leftOut: [
		'comment post id',
		'comment author ip',
		'user id',
		'comment karma',
		'comment agent',
		'comment type',
		'post title',
		'post link',
	],
	variants: { 'comment date gmt': { 'comment date': 'none' } },
	states: {
		'0': 'pending',
		hold: 'pending',
		spam: 'spam_comment',
		trash: 'spam_comment',
		'post-trashed': 'spam_comment',
	},
	isHtml: true,
	isGuarded: true,
}
