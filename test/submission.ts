/** What a contented visitor sends; `changes` replace fields of it. */
export function submissionTo(
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
