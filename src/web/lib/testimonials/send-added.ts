import { cleanTypedText } from '#shared/form/typed-text.ts'
import { type AddedField, addedFields } from '#shared/import/added-testimonial.ts'
import { randomUuid } from '#shared/random-uuid.ts'
import type { Client } from '#web/lib/client/supabase.ts'

/** The values of the form for a testimonial that was given elsewhere. */
export type AddedDraft = {
	/** The id of the testimonial, so that a retry adds nothing twice. */
	id: string
	/** The testimonial's own title; `title` is its author's. */
	headline: string
	body: string
	rating: number | null
	name: string
	title: string
	company: string
	url: string
	origin: string
	source_url: string
	/** A day, YYYY-MM-DD; empty means today. */
	said_on: string
	/** A language tag; empty means that of the space. */
	locale: string
	mayPublish: boolean
	tags: string[]
}

/** The pictures of that form. */
export type AddedFiles = { photo: File | null; avatar: File | null }

/** An empty form with an id of its own. */
export const createAddedDraft = (): AddedDraft => ({
	id: randomUuid(),
	headline: '',
	body: '',
	rating: null,
	name: '',
	title: '',
	company: '',
	url: '',
	origin: '',
	source_url: '',
	said_on: '',
	locale: '',
	mayPublish: false,
	tags: [],
})

/** The sentence beside the box for permission to publish: private.add_testimonial stores the same. */
export const permissionText = (hasPictures = false): string =>
	`They agreed that I may publish these words ${hasPictures ? 'and pictures ' : ''}with their name.`

/** The server refused it: sentences by field, or of the whole form. */
export class AddedRefused extends Error {
	override name = 'AddedRefused'
	readonly status: number
	readonly fields: Partial<Record<AddedField | 'photo' | 'avatar', string>>

	constructor(status: number, message: string, fields: AddedRefused['fields']) {
		super(message)
		this.status = status
		this.fields = fields
	}
}

/**
 * Adds a testimonial by hand.
 * @returns its id
 * @throws AddedRefused, or the network's error
 */
export const sendAdded = async (
	client: Client,
	spaceId: string,
	draft: AddedDraft,
	files: AddedFiles = { photo: null, avatar: null },
): Promise<string> => {
	const values: Record<AddedField, string> = {
		space_id: spaceId,
		id: draft.id,
		headline: draft.headline,
		body: draft.body,
		rating: draft.rating === null ? '' : String(draft.rating),
		name: draft.name,
		title: draft.title,
		company: draft.company,
		url: draft.url,
		origin: draft.origin,
		source_url: draft.source_url,
		said_on: draft.said_on,
		locale: draft.locale,
		may_publish: draft.mayPublish ? 'yes' : '',
		tags: draft.tags.join(','),
	}
	const form = new FormData()
	for (const field of addedFields) form.set(field, cleanTypedText(values[field], field === 'body'))
	for (const name of ['photo', 'avatar'] as const) {
		const file = files[name]
		if (file) form.set(name, file)
	}
	const { error } = await client.functions.invoke('testimonial', { body: form })
	if (error) throw await toRefusal(error)
	return draft.id
}

/** The client's errors carry the response, or the error of the network. */
const toRefusal = async (error: { context?: unknown }): Promise<unknown> => {
	const { context } = error
	if (!(context instanceof Response)) return context instanceof Error ? context : error
	const answer: { error?: { message?: string; fields?: AddedRefused['fields'] } } = await context
		.json()
		.catch(() => ({}))
	return new AddedRefused(context.status, answer.error?.message ?? '', answer.error?.fields ?? {})
}
