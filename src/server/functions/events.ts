import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { readJsonObject } from './request-body.ts'
import { invalid } from './submit-refusals.ts'
import type { ViewCounter } from './view-counter.ts'

const pathForm = /^\/[\w\-./:]{0,199}$/
const hostForm = /^([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}(:\d{1,5})?$/i

/** POST /functions/v1/events `{kind: 'view', path, referrer_host}`: one page view, counted without knowing anybody. */
export function events({ count }: ViewCounter): (c: Context<Env>) => Promise<Response> {
	return async (c) => {
		const { kind, path, referrer_host = '' } = await readJsonObject(c.req.raw, c.var.ip)
		if (kind !== 'view') throw invalid({ kind: 'Only page views are counted.' })
		if (typeof path !== 'string' || !pathForm.test(path))
			throw invalid({ path: 'This is not a path of ours.' })
		const host =
			typeof referrer_host === 'string' && referrer_host.length <= 120 ? referrer_host : ''
		count(path, hostForm.test(host) ? host.toLowerCase() : '')
		return c.body(null, 204)
	}
}
