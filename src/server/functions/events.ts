import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import type { Db } from '#server/pg/db.ts'
import { readJsonObject } from './request-body.ts'
import { invalid } from './submit-refusals.ts'
import { type CountedView, countViews } from './view-queries.ts'

const flushAfter = 5000
const mostWaiting = 500
const pathForm = /^\/[\w\-./:]{0,199}$/
const hostForm = /^([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}(:\d{1,5})?$/i

/**
 * POST /functions/v1/events `{kind: 'view', path, referrer_host}`: one page view, counted without knowing anybody.
 * Views are added up in memory for some seconds; the end of the process loses those.
 */
export function events({ db, log }: Deps): (c: Context<Env>) => Promise<Response> {
	const count = createCounter(db, (error) => log.warn({ err: error }, 'page views not counted'))
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

function createCounter(db: Db, onError: (error: unknown) => void) {
	let waiting = new Map<string, CountedView>()
	let timer: NodeJS.Timeout | undefined

	const flush = () => {
		clearTimeout(timer)
		timer = undefined
		const views = [...waiting.values()]
		waiting = new Map()
		db.as({ role: 'anon' }, (tx) => tx.final(countViews(views))).catch(onError)
	}

	return (path: string, referrer_host: string) => {
		const key = `${path} ${referrer_host}`
		const known = waiting.get(key)
		if (known) known.views++
		else waiting.set(key, { path, referrer_host, views: 1 })
		if (waiting.size >= mostWaiting) flush()
		else timer ??= setTimeout(flush, flushAfter).unref()
	}
}
