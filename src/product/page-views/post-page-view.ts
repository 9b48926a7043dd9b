import { empty } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { DailyViews } from './daily-views.ts'
import { isBot } from './is-bot.ts'
import type { ViewCounter } from './view-counter.ts'

const pathPattern = /^\/[\w\-./:]{0,199}$/
const hostPattern = /^([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}(:\d{1,5})?$/i
const maxHostLength = 120

/**
 * POST /functions/v1/events `{kind: 'view' | 'start', path, referrer_host}`: counts one view of a page, or a visitor who begins to fill a
 * form, without any data of the visitor.
 * @param siteHost our host as visitors name it; a reverse proxy may send another one in `Host`
 */
export function postPageView(
	{ count }: ViewCounter,
	daily: Pick<DailyViews, 'countPage'>,
	siteHost: string,
): Handler<JsonObject> {
	return (x, { kind, path, referrer_host = '' }) => {
		if (kind !== 'view' && kind !== 'start') throw invalid({ kind: 'Only page views and starts are counted.' })
		if (typeof path !== 'string' || !pathPattern.test(path)) throw invalid({ path: 'This is not a path of ours.' })
		if (kind === 'view') count(path, foreignHost(referrer_host, [siteHost, x.header('host')]))
		if (!isBot(x.header('user-agent'))) daily.countPage(kind, path)
		return empty()
	}
}

/** The host that led to a page, in lower case; empty for our own, and for what is no host. */
function foreignHost(referrer: unknown, own: readonly (string | undefined)[]): string {
	if (typeof referrer !== 'string' || referrer.length > maxHostLength || !hostPattern.test(referrer)) return ''
	const host = referrer.toLowerCase()
	return own.includes(host) ? '' : host
}
