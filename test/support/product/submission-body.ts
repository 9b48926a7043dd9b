/** A valid submission; `changes` replace some of its fields. */
export function submissionBody(
	{ slug, wording }: { slug: string; wording: string },
	changes: Record<string, unknown> = {},
): Record<string, unknown> {
	return {
		form: slug,
		kind: 'text',
		body: 'They fired my grandmother’s mug again, and it sings.',
		rating: 5,
		author: { name: 'Ines Castellanos' },
		consent: { scope: 'public', wording },
		...changes,
	}
}
