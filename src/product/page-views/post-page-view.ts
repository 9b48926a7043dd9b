import { empty } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { ViewCounter } from './view-counter.ts'

const pathPattern = /^\/[\w\-./:]{0,199}$/
const hostPattern = /^([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}(:\d{1,5})?$/i
const maxHostLength = 120

/** POST /functions/v1/events `{kind: 'view', path, referrer_host}`: counts one page view, without any data of the visitor. */
export function postPageView({ count }: ViewCounter): Handler<JsonObject> {
	return (_, { kind, path, referrer_host = '' }) => {
		if (kind !== 'view') throw invalid({ kind: 'Only page views are counted.' })
		if (typeof path !== 'string' || !pathPattern.test(path)) throw invalid({ path: 'This is not a path of ours.' })
		const host = typeof referrer_host === 'string' && referrer_host.length <= maxHostLength ? referrer_host : ''
		count(path, hostPattern.test(host) ? host.toLowerCase() : '')
		return empty()
	}
}
