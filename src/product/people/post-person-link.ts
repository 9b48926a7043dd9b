import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { readQuery } from '#product/run-query.ts'
import { isOwner } from '#product/spaces/queries.ts'
import { sealPersonLink } from './person-link.ts'

const lifetimeMs = 10 * 60_000

const bodyShape = z.object({
	space_id: z.uuid(),
	address: z.string().max(320).nullish(),
	testimonial_ids: z.array(z.uuid()).max(200).default([]),
})

/** POST /functions/v1/person-link `{space_id, address, testimonial_ids}`: a link that downloads one person's data, for ten minutes. */
export function postPersonLink({ config, db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const { data } = bodyShape.safeParse(body)
		const address = data?.address?.trim() || null
		if (!data || (address === null && data.testimonial_ids.length === 0))
			throw invalid({ address: 'Name an address, or choose testimonials.' })
		const [row] = await readQuery<{ is_owner: boolean }>(db, claims, isOwner(data.space_id), data.space_id)
		if (!row?.is_owner || typeof claims.sub !== 'string')
			throw new AppError(404, 'not_found', 'There is no such space, or you are not one of its owners.')
		const link = sealPersonLink(keys.secret, {
			space: data.space_id,
			actor: claims.sub,
			address,
			testimonials: data.testimonial_ids,
			expiresAt: Date.now() + lifetimeMs,
		})
		return privateJson({ url: `${config.SITE_URL}/functions/v1/person?link=${link}` })
	}
}
