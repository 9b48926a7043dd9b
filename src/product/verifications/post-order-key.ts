import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { orderKeyOf } from './order-key.ts'
import { rotateOrderKey } from './queries.ts'

const uuid = z.uuid()

/** POST /functions/v1/order-key `{space_id}`: makes the key with which a space signs orders. It is shown this once; the former one ends. */
export function postOrderKey({ db, identify, keys }: Deps): Handler<JsonObject> {
	return async (x, { space_id }) => {
		const { claims } = await identify(x)
		const { data: space } = uuid.safeParse(space_id)
		if (!space) throw invalid({ space_id: 'This is not the id of a space.' })
		const [made] = await db.as(claims, (tx) => tx.final<{ salt: string | null }>(rotateOrderKey(space)), {
			shardKey: space,
		})
		if (!made?.salt) throw new AppError(404, 'not_found', 'There is no such space, or you are not one of its owners.')
		return json({ key: orderKeyOf(keys.secret, space, made.salt) }, 200, { 'cache-control': 'no-store' })
	}
}
