import type { Deps } from '#server/deps.ts'
import { publishMany } from './seed-queries.ts'
import { seedWords } from './seed-words.ts'

const atOnce = 1000
const weeks = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Publishes so many testimonials that a wall must be paged: for measuring, not for reading. */
export async function seedMany(
	{ db }: Deps,
	{ space_id, form_id }: { space_id: string; form_id: string },
	count: number,
): Promise<void> {
	const usual = seedWords.filter(({ status, scope }) => !status && !scope)
	const rows = Array.from({ length: count }, (_, n) => {
		const words = usual[n % usual.length]
		return {
			body: n < usual.length ? words?.body : `${weeks[n % 7]}, number ${n}. ${words?.body}`,
			rating: words?.rating ?? null,
			name: words?.name,
			title: words?.about ?? null,
		}
	})
	for (let from = 0; from < count; from += atOnce)
		await db.as({ role: 'service_role' }, (tx) =>
			tx.final(publishMany(space_id, form_id, rows.slice(from, from + atOnce), from)),
		)
}
