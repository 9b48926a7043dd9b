import type { KnownSource } from '#product/imports/sources/known-source.ts'

export const source: KnownSource = {
	id: 'google_forms',
	name: 'Google Forms',
	confirmedBy: 'public files and programs',
	marks: [
		['timestamp', 'email address'],
		['timestamp', 'username'],
	],
	columns: { timestamp: 'submitted_at', 'email address': 'email', username: 'email' },
}
