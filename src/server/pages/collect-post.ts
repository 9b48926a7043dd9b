import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import type { FormAgain } from '#shared/form-post.ts'
import type { OwnFunctions } from './own-functions.ts'
import { type FormPost, readFormPost } from './read-form-post.ts'

type Answer = {
	receipt_url?: string
	error?: { code: string; message: string; fields?: Record<string, string> }
}

/**
 * A plain form post: to the private page when it was taken, or what is needed to show the form again.
 * The browser's own limits aside, nothing typed is lost in any of the cases.
 */
export async function takeFormPost(
	c: Context<Env>,
	deps: Deps,
	functions: OwnFunctions,
	slug: string,
): Promise<{ location: string } | FormAgain> {
	const megabytes = deps.config.MAX_PHOTO_MB
	const again = (status: number, fields: Record<string, string>, message: string | null) => ({
		slug,
		status,
		values: {},
		fields,
		message,
	})
	const post = await readFormPost(c.req.raw, megabytes * 1024 * 1024).catch(() => null)
	if (!post) return again(422, {}, 'The form arrived incomplete. Please send it again.')
	const { values, tooBig } = post
	const first = tooBig[0]
	if (first)
		return { ...again(413, { [first]: `Choose a photo of at most ${megabytes} MB` }, null), values }

	const response = await functions(
		'submit',
		{
			method: 'POST',
			headers: { accept: 'application/json', 'idempotency-key': values.idempotency_key ?? '' },
			body: toFormData(post, slug),
		},
		{ ip: c.var.ip, requestId: c.var.requestId },
	)
	const answer = (await response.json().catch(() => ({}))) as Answer
	if (response.ok && answer.receipt_url)
		return { location: `${new URL(answer.receipt_url, deps.config.SITE_URL).pathname}?sent` }
	const { fields = {}, message = null } = answer.error ?? {}
	const words = Object.keys(fields).length > 0 ? null : message
	return { ...again(response.status, fields, words), values }
}

function toFormData({ values, files }: FormPost, slug: string): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(values)) form.set(name, value)
	for (const [name, file] of Object.entries(files))
		if (name !== 'photo' || values.kind === 'photo') form.set(name, file)
	form.set('form', slug)
	return form
}
