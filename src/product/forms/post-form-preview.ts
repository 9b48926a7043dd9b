import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { formNotFound } from './errors.ts'
import { issuePreviewToken } from './preview-token.ts'
import { slugForMember } from './queries.ts'

const uuid = z.uuid()

/** POST /functions/v1/form-preview `{form_id}`: the address of the form's page with its draft, for a member of its space. */
export function postFormPreview({ db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { form_id }) => {
		const { claims } = await identify(x)
		const { data: form } = uuid.safeParse(form_id)
		if (!form) throw invalid({ form_id: 'This is not the id of a form.' })
		const [row] = await db.as(claims, (tx) => tx.final<{ slug: string }>(slugForMember(form)), { readOnly: true })
		if (!row || !claims.sub) throw formNotFound()
		const url = `/collect/${row.slug}?preview=${issuePreviewToken(keys.secret, form, claims.sub)}`
		return json({ url }, 200, { 'cache-control': 'no-store' })
	}
}
