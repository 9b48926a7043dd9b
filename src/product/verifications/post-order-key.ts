import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { runQuery } from '#product/run-query.ts'
import { orderKeyOf } from './order-key.ts'
import { rotateOrderKey } from './queries.ts'

/** POST /functions/v1/order-key `{space_id}`: makes the key with which a space signs orders. It is shown this once; the former one ends. */
export function postOrderKey({ db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { space_id }) => {
		const { claims } = await identify(x)
		const space = requireId('space_id', space_id, 'a space')
		const [made] = await runQuery<{ salt: string | null }>(db, claims, rotateOrderKey(space), {
			shardKey: space,
		})
		if (!made?.salt) throw new AppError(404, 'not_found', 'There is no such space, or you are not one of its owners.')
		return privateJson({ key: orderKeyOf(keys.secret, space, made.salt) })
	}
}
