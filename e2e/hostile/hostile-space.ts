import type { PostgrestError } from '@supabase/supabase-js'
import { wallLayouts } from '#shared/wall/wall.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { payloads } from './xss-payloads.ts'

/** A space per payload, with the payload in every field of its form, wall and testimonial. */
export type HostilePage = {
	at: number
	payload: string
	slug: string
	spaceId: string
	formId: string
	wallId: string
	/** The response of `submit` for this space's testimonial. */
	receiptUrl: string
	testimonialId: string
	/** As stored by the server. */
	stored: { body: string; name: string; title: string; spaceName: string }
}

export type HostileText = {
	owner: TestSpace
	places: HostilePage[]
	/** Number of combinations of payload and field that were tried, and of those refused by the server. */
	pairs: number
	refused: number
}

/** Refusals of the database that a person can cause: a check, a bad parameter, a taken name. */
const refusals = new Set(['23514', '22023', '22P02', '22001', '23505'])
const layoutOf = (at: number) => wallLayouts[at % wallLayouts.length] ?? 'masonry'
export const longTail = ' They never hurried anybody.'.repeat(40)

/** Writes every payload into every field through the public APIs. */
export async function writeHostileText(url: string): Promise<HostileText> {
	const owner = await makeSpace(url)
	const { client } = owner
	const words: HostileText = { owner, places: [], pairs: 0, refused: 0 }

	/** Sets fields together; after a refusal one by one, so that only the refused ones are missing. */
	async function set(table: string, id: string, fields: Record<string, unknown>): Promise<void> {
		words.pairs += Object.keys(fields).length
		const write = (part: Record<string, unknown>) => client.from(table).update(part).eq('id', id)
		if (!(await write(fields)).error) return
		for (const [name, value] of Object.entries(fields)) countRefusal(words, await write({ [name]: value }))
	}

	async function make(at: number): Promise<void> {
		const payload = payloads[at] ?? ''
		const slug = `${owner.slug}-h${at}`
		words.pairs += 1
		const named = await client.rpc('create_space', { name: payload, slug })
		countRefusal(words, named)
		const ids = named.error
			? (await client.rpc('create_space', { name: `Space ${at}`, slug }).throwOnError()).data
			: named.data
		await set('spaces', ids.space_id, {
			brand: {
				color: payload,
				font: payload,
				theme: payload,
				logo_path: payload,
				about: payload,
				url: payload,
			},
		})
		await set('forms', ids.form_id, {
			name: payload,
			title: payload,
			intro: payload,
			consent_text: payload,
			reward_disclosure: payload,
			thank_you: { title: payload, message: payload, link_url: payload, link_label: payload },
		})
		await set('walls', ids.wall_id, {
			name: payload,
			layout: layoutOf(at),
			theme: { color: payload, mode: payload, type: payload, stars: payload },
			selection: { kinds: [payload], tags: [payload], min_date: payload },
		})
		const questions = await ask(ids.space_id, ids.form_id, payload)
		words.pairs += 9
		const form = await client.from('forms').select().eq('id', ids.form_id).single().throwOnError()
		const sent = await send(url, slug, {
			...testimonial(payload),
			consent: { scope: 'public', wording: form.data.consent_text },
			answers: questions,
		})
		words.places.push({
			at,
			payload,
			slug,
			spaceId: ids.space_id,
			formId: ids.form_id,
			wallId: ids.wall_id,
			receiptUrl: sent.receipt_url,
			testimonialId: sent.id,
			stored: {
				body: '',
				name: '',
				title: form.data.title,
				spaceName: named.error ? `Space ${at}` : payload,
			},
		})
	}

	async function ask(space_id: string, form_id: string, payload: string) {
		const base = { space_id, form_id, label: payload, tip: payload, is_public: true }
		const questions = (['short', 'long', 'choice', 'link'] as const).map((kind, position) => ({
			...base,
			id: crypto.randomUUID(),
			kind,
			position,
			options: kind === 'choice' ? [payload, 'Another'] : [],
		}))
		words.pairs += 3
		const { error } = await client.from('form_questions').insert(questions)
		if (error) throw error
		return questions.map(({ id, kind }) => ({
			question_id: id,
			value: kind === 'link' ? address(payload) : payload,
		}))
	}

	await runConcurrently(payloads.length, make)
	await publish(words)
	return words
}

/** The owner's actions: approves, replies to and tags each testimonial, and gives one a long text. */
async function publish(words: HostileText): Promise<void> {
	const { client } = words.owner
	const ids = words.places.map(({ testimonialId }) => testimonialId)
	await client.from('testimonials').update({ status: 'approved' }).in('id', ids).throwOnError()
	const replies = words.places.map(({ spaceId, testimonialId, payload }) => ({
		space_id: spaceId,
		testimonial_id: testimonialId,
		body: payload,
	}))
	words.pairs += replies.length
	await client.from('replies').insert(replies).throwOnError()
	const rows = await client.from('testimonials').select('id, body, author_name').in('id', ids).throwOnError()
	for (const place of words.places) {
		const row = rows.data.find(({ id }) => id === place.testimonialId)
		Object.assign(place.stored, { body: row?.body, name: row?.author_name })
	}
}

/** All payloads once more in one space, for its inbox: testimonials, tags, replies, people. */
export async function fillInbox(url: string, words: HostileText): Promise<void> {
	const { client, spaceId, slug, wording } = words.owner
	const tagged: { space_id: string; testimonial_id: string; tag_id: string }[] = []
	await runConcurrently(payloads.length, async (at) => {
		const payload = payloads[at] ?? ''
		const body = at % 5 === 0 ? payload + longTail : payload
		const consent = { scope: 'public', wording }
		const { id } = await send(url, slug, { ...testimonial(payload), body, consent })
		words.pairs += 5
		const tag = await client
			.from('tags')
			.insert({ space_id: spaceId, name: payload.slice(0, 60).trim() })
			.select()
			.single()
		countRefusal(words, tag)
		if (tag.data) tagged.push({ space_id: spaceId, testimonial_id: id, tag_id: tag.data.id })
	})
	await client.from('testimonial_tags').insert(tagged).throwOnError()
}

const address = (payload: string) => `https://words.test/?q=${payload.replaceAll(/\s/g, '')}`

const testimonial = (payload: string) => ({
	kind: 'text',
	body: payload,
	rating: 4,
	author: {
		name: payload.slice(0, 120),
		title: payload.slice(0, 120),
		company: payload.slice(0, 120),
		url: address(payload).slice(0, 500),
	},
})

/** Posts as a visitor. @throws with the server's message */
async function send(url: string, form: string, fields: Record<string, unknown>) {
	const response = await fetch(`${url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
		body: JSON.stringify({ form, ...fields }),
	})
	if (response.status !== 201)
		throw new Error(`${response.status} for ${JSON.stringify(fields)}: ${await response.text()}`)
	return (await response.json()) as { id: string; receipt_url: string }
}

function countRefusal(words: HostileText, { error, status }: { error: PostgrestError | null; status: number }): void {
	if (!error) return
	if (status < 400 || status >= 500 || !refusals.has(error.code))
		throw new Error(`no refusal of the list: ${status} ${error.code} ${error.message}`)
	words.refused += 1
}

/** Runs `work` for 0 … count-1, a few at a time. */
export async function runConcurrently(count: number, work: (at: number) => Promise<void>): Promise<void> {
	let next = 0
	const lane = async () => {
		while (next < count) await work(next++)
	}
	await Promise.all(Array.from({ length: 6 }, lane))
}
