import type { Deps } from '#platform/deps.ts'
import type { Answer, AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { type FormParts, type StoredForm, toPublicForm, type VersionedForm, withParts } from './load-form.ts'
import { readPreviewToken } from './preview-token.ts'
import { formDraft, formVersion, publicForm } from './queries.ts'

/**
 * The form as a member looks at it before it is published: with its draft, or with `?version=` as that version showed it. Null without a
 * token of this form that still counts.
 */
export async function loadFormPreview(x: Exchange, { db, keys }: Deps): Promise<VersionedForm | null> {
	const token = x.query('preview') ?? ''
	if (!token.includes('.')) return null
	const slug = x.param('slug').toLowerCase()
	const [row] = await readQuery<{ form: StoredForm | null }>(db, anon, publicForm(slug))
	const form = row?.form
	const member = form ? readPreviewToken(keys.secret, form.id, token) : null
	if (!form || !member) return null
	const version = versionOf(x)
	const query = version === null ? formDraft(form.id) : formVersion(form.id, version)
	const claims = { role: 'authenticated', sub: member } as const
	const [stored] = await readQuery<{ parts: FormParts }>(db, claims, query, form.space.id)
	return {
		form: toPublicForm(withParts(form, withoutCoupon(stored?.parts ?? {}))),
		version: form.version,
		space: form.space.id,
	}
}

function versionOf(x: Exchange): number | null {
	const version = Number(x.query('version') ?? Number.NaN)
	return Number.isInteger(version) && version > 0 && version < 2 ** 31 ? version : null
}

/** The page says that there is a coupon; its code is for those who sent something. */
function withoutCoupon(parts: FormParts): FormParts {
	const thanks: Record<string, unknown> | undefined = parts.thank_you
	if (!thanks) return parts
	const { coupon_code: code, coupon_label: _, ...others } = thanks
	return { ...parts, thank_you: { ...others, has_coupon: typeof code === 'string' && code !== '' } }
}

/** A preview may be opened outside the editor, whose frame sends nothing: its page sends nothing either. */
export function withoutSending(answer: Answer): Answer {
	const headers = answer.headers as AnswerHeaders
	return {
		...answer,
		headers: {
			...headers,
			'content-security-policy': `${headers['content-security-policy']}; sandbox allow-same-origin`,
			'cache-control': 'private, no-store',
			'referrer-policy': 'no-referrer',
		},
	}
}
