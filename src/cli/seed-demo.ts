import type { Deps } from '#server/deps.ts'
import { receiptTokenOf } from '#server/functions/receipt-token.ts'
import { createTaking, type Take } from '#server/functions/take-submission.ts'
import type { Claims } from '#server/pg/db.ts'
import { paintPot } from './seed-picture.ts'
import * as queries from './seed-queries.ts'
import type { SeedTestimonial } from './seed-testimonial.ts'
import { seedTags, seedWords } from './seed-words.ts'

export type SeedSpace = { space_id: string; form_id: string; wall_id: string; slug: string }
export type SeededDemo = { privateLink: string; secondWall: string }

const service: Claims = { role: 'service_role' }

/**
 * Fills a new space with what people said, through the same door that visitors use; then its owner reads, tags, answers
 * and decides. The first private link is handed back.
 */
export async function seedDemo(deps: Deps, space: SeedSpace, owner: Claims): Promise<SeededDemo> {
	const { db, config, keys } = deps
	const secondWall = `${space.slug}-courses`
	await db.as(owner, async (tx) => {
		const { space_id, form_id, wall_id } = space
		await tx.query(queries.dressSpace(space_id, { color: '#2f6f5e', theme: 'auto' }))
		const title = 'How did your time at Fernhill go?'
		const intro = 'A sentence is plenty. Tell it as you would tell a friend.'
		await tx.query(queries.dressForm(form_id, title, intro))
		const asked = 'What did you make, or take home?'
		await tx.query(
			queries.addQuestion(space_id, form_id, asked, 'A bowl, a dragon, a repaired teapot…'),
		)
		await tx.query(queries.dressWall(wall_id, 'masonry'))
	})
	const tags = await db.as(owner, (tx) =>
		tx.query<{ id: string; name: string }>(queries.addTags(space.space_id, seedTags)),
	)
	const course = tags.filter(({ name }) => name === 'Evening course').map(({ id }) => id)
	await db.as(owner, (tx) =>
		tx.query(
			queries.addWall(space.space_id, secondWall, 'Evenings at the wheel', 'grid', {
				tags: course,
			}),
		),
	)

	// Without budgets: these all come from one address, this one.
	const take = createTaking({ ...deps, config: { ...config, RATE_LIMITS: false } })
	const ids: string[] = []
	// The oldest first, so that histories and the inbox read as they would have grown.
	for (const words of seedWords.toSorted((a, b) => b.days - a.days)) {
		const id = await send(take, space, words)
		ids.push(id)
		await treat(deps, space, owner, tags, id, words)
	}
	const first = ids[0] ?? ''
	return { privateLink: `${config.SITE_URL}/t/${receiptTokenOf(keys.secret, first)}`, secondWall }
}

async function send(take: Take, { slug }: SeedSpace, words: SeedTestimonial): Promise<string> {
	const photo = words.picture && (await paintPot(words.picture))
	const given = {
		form: slug,
		kind: photo ? 'photo' : 'text',
		body: words.body,
		rating: words.rating ?? null,
		author: {
			name: words.name,
			title: words.about,
			company: words.company,
			email: words.email,
		},
		consent: { scope: words.scope ?? 'public' },
		locale: words.locale ?? 'en',
	}
	const files = photo ? [{ field: 'photo', bytes: photo }] : []
	const sent = { given, values: {}, files, isFormPost: true, key: undefined, refusal: undefined }
	return take(sent, undefined, '127.0.0.1')
}

/** What owner and server do with one testimonial. */
async function treat(
	{ db }: Deps,
	{ space_id }: SeedSpace,
	owner: Claims,
	tags: { id: string; name: string }[],
	id: string,
	words: SeedTestimonial,
): Promise<void> {
	const wanted = tags.filter(({ name }) => words.tags?.includes(name)).map((tag) => tag.id)
	await db.as(service, async (tx) => {
		if (words.basis) await tx.query(queries.verify(space_id, id, words.basis))
		// The door holds posts without a page's proof apart; only what really looks like it stays there.
		await tx.query(queries.judge(id, words.isSuspect ? 'suspect' : 'clean'))
	})
	await db.as(owner, async (tx) => {
		if (words.status !== 'pending') await tx.query(queries.decide(id, firstDecision(words)))
		if (words.status === 'archived') await tx.query(queries.decide(id, 'archived'))
		if (words.isPinned) await tx.query(queries.pin(id))
		if (words.excerpt) await tx.query(queries.excerpt(id, ...placeOf(words.excerpt, words.body)))
		if (words.reply) await tx.query(queries.reply(space_id, id, words.reply))
		if (wanted.length > 0) await tx.query(queries.tagTestimonial(space_id, id, wanted))
	})
	await db.as(service, (tx) => tx.query(queries.backdate(id, words.days)))
}

function firstDecision({ status }: SeedTestimonial): string {
	return status === 'rejected' ? 'rejected' : 'approved'
}

/** Where a passage stands, in code points as PostgreSQL counts them. */
function placeOf(part: string, whole: string): [number, number] {
	const before = whole.slice(0, whole.indexOf(part))
	const start = [...before].length
	return [start, start + [...part].length]
}
