import type { Deps } from '#platform/deps.ts'
import type { Claims } from '#platform/pg/db.ts'
import { createFormCache } from '#product/forms/form-cache.ts'
import { receiptUrlOf } from '#product/receipts/receipt-url.ts'
import { createSubmission } from '#product/submissions/create-submission.ts'
import { fromJson } from '#product/submissions/parse-request.ts'
import { createSubmissionServices, type SubmissionServices } from '#product/submissions/submission-services.ts'
import { paintPot } from './paint-pot.ts'
import * as queries from './seed-queries.ts'
import { finishSeedRecording, type SeedRecording, seedRecordings, uploadRecording } from './seed-recordings.ts'
import testimonials from './testimonials.json' with { type: 'json' }

export type SeedSpace = { space_id: string; form_id: string; wall_id: string; slug: string }
type Tag = { id: string; name: string }
export type SeededDemo = { privateLink: string; secondWall: string }

/** One testimonial of the demo space, `days` old. The defaults are approved, public, English, unrated. */
type SeedTestimonial = {
	name: string
	about?: string
	company?: string
	body: string
	rating?: number
	days: number
	locale?: string
	tags?: string[]
	/** Only what the form can give: a personal link, a proven address. */
	basis?: 'invited' | 'email'
	reply?: string
	status?: 'pending' | 'rejected' | 'archived'
	scope?: 'anonymous' | 'private'
	isPinned?: boolean
	/** Colours of a painted pot as its photo: glaze, clay, wall. */
	picture?: [glaze: string, clay: string, wall: string]
	/** The passage that the owner shows; it occurs in the body once. */
	excerpt?: string
	isSuspect?: boolean
	email?: string
}

const seedTags = ['Evening course', 'Commission', 'Repair', 'Gift']

/** Testimonials of Fernhill Pottery, all invented: recent ones, older ones, then pending and rejected ones. */
const seedTestimonials = testimonials as SeedTestimonial[]

const service: Claims = { role: 'service_role' }

/**
 * Fills a new space through the public submission API; then its owner reads, tags, replies and moderates. Returns the
 * first private link.
 */
export async function seedDemo(deps: Deps, space: SeedSpace, owner: Claims): Promise<SeededDemo> {
	const { db, config } = deps
	const secondWall = `${space.slug}-courses`
	await db.as(owner, async (tx) => {
		const { space_id, form_id, wall_id } = space
		await tx.query(queries.setBrand(space_id, { color: '#2f6f5e', theme: 'auto' }))
		const title = 'How did your time at Fernhill go?'
		const intro = 'A sentence is plenty. Tell it as you would tell a friend.'
		await tx.query(queries.setFormTexts(form_id, title, intro))
		const question = 'What did you make, or take home?'
		await tx.query(queries.addQuestion(space_id, form_id, question, 'A bowl, a dragon, a repaired teapot…'))
		await tx.query(queries.setWallLayout(wall_id, 'masonry'))
	})
	const tags = await db.as(owner, (tx) => tx.query<Tag>(queries.addTags(space.space_id, seedTags)))
	const course = { tags: tags.filter(({ name }) => name === 'Evening course').map(({ id }) => id) }
	await db.as(owner, (tx) =>
		tx.query(queries.addWall(space.space_id, secondWall, 'Evenings at the wheel', 'grid', course)),
	)

	// Without rate limits: all submissions come from this address.
	const services = createSubmissionServices({ ...deps, config: { ...config, RATE_LIMITS: false } }, createFormCache(db))
	const ids: string[] = []
	// The oldest first, so that history and inbox have a natural order.
	for (const words of seedTestimonials.toSorted((a, b) => b.days - a.days)) {
		const id = await submit(services, space, words)
		ids.push(id)
		await moderate(deps, space, owner, tags, id, words)
	}
	for (const recording of seedRecordings) await addRecording(deps, services, space, owner, tags, recording)
	const first = ids[0] ?? ''
	return { privateLink: await receiptUrlOf(deps, { space: space.space_id, id: first }), secondWall }
}

async function addRecording(
	deps: Deps,
	services: SubmissionServices,
	space: SeedSpace,
	owner: Claims,
	tags: Tag[],
	recording: SeedRecording,
): Promise<void> {
	const upload = await uploadRecording(deps, space.form_id, recording)
	const { kind, name, about, rating } = recording
	const body = {
		form: space.slug,
		kind,
		body: '',
		rating,
		author: { name, title: about },
		consent: { scope: 'public' },
		locale: 'en',
		media: [upload],
	}
	const { id } = await createSubmission(services, { ...fromJson(body), isFormPost: true }, undefined, '127.0.0.1')
	await finishSeedRecording(deps, owner, { space: space.space_id, testimonial: id, upload }, recording)
	await moderate(deps, space, owner, tags, id, { ...recording, body: '' })
}

async function submit(services: SubmissionServices, { slug }: SeedSpace, words: SeedTestimonial): Promise<string> {
	const photo = words.picture && (await paintPot(words.picture))
	const body = {
		form: slug,
		kind: photo ? 'photo' : 'text',
		body: words.body,
		rating: words.rating ?? null,
		author: { name: words.name, title: words.about, company: words.company, email: words.email },
		consent: { scope: words.scope ?? 'public' },
		locale: words.locale ?? 'en',
	}
	const files = photo ? [{ field: 'photo', bytes: photo }] : []
	// As a post of the page, it agrees to the form's own consent text.
	const request = { ...fromJson(body), files, isFormPost: true }
	return (await createSubmission(services, request, undefined, '127.0.0.1')).id
}

async function moderate(
	{ db }: Deps,
	{ space_id }: SeedSpace,
	owner: Claims,
	tags: Tag[],
	id: string,
	words: SeedTestimonial,
): Promise<void> {
	const wanted = tags.filter(({ name }) => words.tags?.includes(name)).map((tag) => tag.id)
	await db.as(service, async (tx) => {
		if (words.basis) await tx.query(queries.verify(space_id, id, words.basis))
		// Submissions without a form token are held as spam; only the actual spam stays there.
		await tx.query(queries.setSpamState(id, words.isSuspect ? 'suspect' : 'clean'))
	})
	await db.as(owner, async (tx) => {
		if (words.status !== 'pending') await tx.query(queries.setStatus(id, firstDecision(words)))
		if (words.status === 'archived') await tx.query(queries.setStatus(id, 'archived'))
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

/** Position of a passage, in code points like PostgreSQL. */
function placeOf(part: string, whole: string): [number, number] {
	const before = whole.slice(0, whole.indexOf(part))
	const start = [...before].length
	return [start, start + [...part].length]
}

const batchSize = 1000
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Publishes enough testimonials to page a wall, for measurements. */
export async function seedMany(
	{ db }: Deps,
	{ space_id, form_id }: { space_id: string; form_id: string },
	count: number,
): Promise<void> {
	const plain = seedTestimonials.filter(({ status, scope }) => !status && !scope)
	const rows = Array.from({ length: count }, (_, n) => {
		const words = plain[n % plain.length]
		return {
			body: n < plain.length ? words?.body : `${weekdays[n % 7]}, number ${n}. ${words?.body}`,
			rating: words?.rating ?? null,
			name: words?.name,
			title: words?.about ?? null,
		}
	})
	for (let from = 0; from < count; from += batchSize)
		await db.as(service, async (tx) => {
			const batch = rows.slice(from, from + batchSize)
			const made = await tx.query<{ id: string }>(queries.publishMany(space_id, form_id, batch, from))
			const ids = made.map(({ id }) => id)
			await tx.final(queries.consentToMany(space_id, form_id, ids))
		})
}
