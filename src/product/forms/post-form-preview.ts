import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { readQuery } from '#product/run-query.ts'
import { formNotFound } from './errors.ts'
import { issuePreviewToken } from './preview-token.ts'
import { slugForMember } from './queries.ts'

/** POST /functions/v1/form-preview `{form_id}`: the address of the form's page with its draft, for a member of its space. */
export function postFormPreview({ db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { form_id }) => {
		const { claims } = await identify(x)
		const form = requireId('form_id', form_id, 'a form')
		const [row] = await readQuery<{ slug: string }>(db, claims, slugForMember(form))
		if (!row || !claims.sub) throw formNotFound()
		const url = `/collect/${row.slug}?preview=${issuePreviewToken(keys.secret, form, claims.sub)}`
		return privateJson({ url })
	}
}
