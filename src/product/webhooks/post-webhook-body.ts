import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { readQuery } from '#product/run-query.ts'
import type { WebhookBodyResult } from '#shared/webhooks.ts'
import { deliveryToShow, type ShownDelivery } from './queries.ts'
import { isKeptFromChat, webhookBody } from './webhook-body.ts'

/**
 * POST /functions/v1/webhook-body `{delivery}`: the body that a delivery would have now, and null when there is nothing left to tell. Bodies
 * that were sent are not kept, so that withdrawn words are gone. For members, and keys that read the log.
 */
export function postWebhookBody({
	config,
	db,
	identify,
	mail,
}: Pick<Deps, 'config' | 'db' | 'identify' | 'mail'>): Handler<JsonObject> {
	return async (x, { delivery }) => {
		const id = requireId('delivery', delivery, 'a delivery')
		const { claims } = await identify(x)
		const [found] = await readQuery<ShownDelivery>(db, claims, deliveryToShow(id))
		if (!found) throw new AppError(404, 'not_found', 'There is no such delivery, or you may not read it.')
		const { kind, locale, event, happened_at, data } = found
		const isTold = data !== null && !isKeptFromChat(kind, data)
		const words = kind === 'standard' ? undefined : await mail.words(locale)
		const result: WebhookBodyResult = {
			body: isTold ? webhookBody(found, { event, happened_at, data }, config.SITE_URL, words) : null,
		}
		return privateJson(result)
	}
}
