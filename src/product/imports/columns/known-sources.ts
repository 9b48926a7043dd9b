import type { ImportSource, ImportTarget } from '#shared/import/import-api.ts'
import { plainHeading } from './headings.ts'

type KnownSource = { source: ImportSource; marks: string[]; targets: Record<string, ImportTarget> }

/**
 * Exports by their headings: all `marks` must be there. docs/import.md says which were confirmed by public documentation; what is not in
 * `targets` is guessed from its heading.
 */
const sources: KnownSource[] = [
	{
		// JSON, where the author's title is inside of the author.
		source: 'plaudit',
		marks: ['kind', 'text', 'submitted at', 'approved at', 'source url', 'author name'],
		targets: {
			kind: 'none',
			id: 'none',
			source: 'none',
			title: 'headline',
			'author title': 'title',
			'source url': 'source_url',
			status: 'status',
			'approved at': 'none',
		},
	},
	{
		source: 'plaudit',
		marks: ['kind', 'text', 'submitted at', 'approved at', 'source url'],
		targets: {
			kind: 'none',
			id: 'none',
			source: 'none',
			headline: 'headline',
			title: 'title',
			url: 'url',
			'source url': 'source_url',
			status: 'status',
			'approved at': 'none',
		},
	},
	{
		source: 'trustpilot',
		marks: ['review stars', 'review content', 'review created utc'],
		targets: {
			'review title': 'headline',
			'review content': 'text',
			'review username': 'name',
			'review user email': 'email',
			'review stars': 'rating',
			'review created utc': 'submitted_at',
			'review language': 'language',
			'source of review': 'none',
			'domain url': 'none',
			'review tags': 'tags',
			tags: 'tags',
		},
	},
	{
		source: 'google',
		marks: ['star rating', 'create time'],
		targets: {
			'reviewer display name': 'name',
			'reviewer profile photo url': 'avatar',
			'star rating': 'rating',
			comment: 'text',
			'create time': 'submitted_at',
			'review reply comment': 'none',
			name: 'none',
		},
	},
	{
		source: 'senja',
		marks: ['customer name', 'text', 'rating'],
		targets: {
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
			integration: 'none',
			type: 'none',
		},
	},
	{
		source: 'testimonial_to',
		marks: ['testimonial', 'star rating', 'type'],
		targets: {
			testimonial: 'text',
			'star rating': 'rating',
			'title company': 'title',
			'social link': 'url',
			type: 'none',
			status: 'status',
			url: 'source_url',
		},
	},
]

/** The program that wrote a file, by its headings, and what its columns are. */
export function recogniseSource(
	headings: readonly string[],
): { source: ImportSource; targets: ReadonlyMap<string, ImportTarget> } | undefined {
	const found = new Map(headings.map((heading) => [plainHeading(heading), heading]))
	const known = sources.find(({ marks }) => marks.every((mark) => found.has(mark)))
	if (!known) return undefined
	const targets = new Map<string, ImportTarget>()
	for (const [plain, target] of Object.entries(known.targets)) {
		const heading = found.get(plain)
		if (heading !== undefined) targets.set(heading, target)
	}
	return { source: known.source, targets }
}
