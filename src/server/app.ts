import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type Next } from 'hono'
import { createAuthContext } from './auth/auth-context.ts'
import { directAuth } from './auth/direct.ts'
import { directJwks } from './auth/direct-jwks.ts'
import { authRoutes } from './auth/routes.ts'
import type { Deps, Env } from './deps.ts'
import { tellLimits } from './functions/limits.ts'
import { mediaRoutes } from './functions/media.ts'
import { functionRoutes } from './functions/routes.ts'
import { createSubmitService } from './functions/submit.ts'
import { directSubmit } from './functions/submit-direct.ts'
import { createViewCounter } from './functions/view-counter.ts'
import { createWallService } from './functions/wall.ts'
import { directWall } from './functions/wall-direct.ts'
import { createClientAddress } from './http/client-address.ts'
import { compress } from './http/compress.ts'
import { cors } from './http/cors.ts'
import { healthRoutes } from './http/health.ts'
import { logFailure, renderError } from './http/render-error.ts'
import { securityHeaders } from './http/security-headers.ts'
import { pageRoutes } from './pages/routes.ts'
import { withAnonymousShare } from './pg/anonymous-share.ts'
import { createRealtime } from './realtime/realtime.ts'
import { directReads } from './rest/direct.ts'
import { restRoutes } from './rest/routes.ts'
import { createRest } from './rest/service.ts'
import { storageRoutes } from './storage/routes.ts'

/**
 * Every service and its address, on one screen.
 * @param isEngineAlive whether the embedded PostgreSQL answers
 */
export async function createApp(deps: Deps, isEngineAlive: () => boolean = () => true) {
	const app = new Hono<Env>()
	const realtime = createRealtime(deps)
	const shared = forCrowds(deps)
	const rest = createRest(shared)
	const auth = createAuthContext(deps)
	const walls = createWallService(deps)
	const submissions = createSubmitService(deps)
	const views = createViewCounter(deps)
	const doors = [
		directJwks(deps),
		directReads(deps, rest),
		directAuth(auth),
		directWall(deps, walls),
		directSubmit(deps, submissions),
	]

	app.use(gateway(deps))
	// Spelled out one by one: a pattern among the paths would cost every request the slower router.
	for (const wire of ['auth', 'rest', 'realtime', 'storage', 'functions'])
		app.use(`/${wire}/v1/*`, cors, apiHeaders(deps))
	// Not auth/v1: its answers hold secrets beside what callers may choose, and how well the two compress would tell them.
	for (const wire of ['rest', 'functions']) app.use(`/${wire}/v1/*`, compress)

	// Each wire counts the bytes of bodies as they come, and words its own limits.
	app.route('/auth/v1', authRoutes(deps, auth))
	app.route('/rest/v1', restRoutes(rest))
	app.route('/realtime/v1', realtime.routes)
	app.route('/storage/v1', storageRoutes(shared))
	app.route('/functions/v1', functionRoutes(deps, { walls, submissions, views }))
	app.route('/', mediaRoutes(deps))
	app.route('/', healthRoutes(deps, { isEngineAlive }))
	app.route('/', await pageRoutes(deps))

	app.onError((error, c) => {
		logFailure(deps.log, error, c.var.requestId)
		return renderError(error, c)
	})
	return {
		fetch: app.fetch,
		upgrade: realtime.upgrade,
		/** Answers what needs none of the layers above; false when it leaves a request to `fetch`. */
		hot: (request: IncomingMessage, response: ServerResponse) =>
			doors.some((answers) => answers(request, response)),
		async start() {
			await Promise.all([realtime.start(), deps.jobs.start(), deps.keys.follow()])
			await deps.endedSessions.follow()
			await tellLimits(deps)
		},
		/** Ends what would otherwise go on for ever; requests are still answered, and sessions that end are heard of. */
		async retire() {
			await Promise.all([realtime.close(), deps.jobs.close()])
		},
		/** Once nobody is answered any more. */
		async close() {
			await views.flush()
			deps.keys.close()
			deps.endedSessions.close()
		},
	}
}

/** Of the connections, for whoever shows nothing but the key that everybody has. */
const anonymousShare = 0.7

/** What the wires work with on which strangers choose the questions: a costly one must not keep the others waiting. */
function forCrowds(deps: Deps): Deps {
	const most = Math.max(1, Math.floor(deps.config.DATABASE_POOL * anonymousShare))
	return { ...deps, db: withAnonymousShare(deps.db, most) }
}

/** Gives each request an id and an address, and writes one line about it without query, headers or body. */
function gateway({ config, log }: Deps) {
	const clientAddress = createClientAddress(config.TRUSTED_PROXIES)
	return async (c: Context<Env>, next: Next) => {
		const started = performance.now()
		const requestId = randomUUID()
		c.set('requestId', requestId)
		// Without a socket (tests, in-process callers) there is no peer.
		const peer = hasSocket(c.env) ? getConnInfo(c).remote.address : undefined
		c.set('ip', clientAddress(peer, c.req.header('x-forwarded-for')))
		await next()
		c.res.headers.set('sb-request-id', requestId)
		const line = {
			requestId,
			method: c.req.method,
			path: c.req.path.replace(/^\/t\/.*/, '/t/…'),
			status: c.res.status,
			ms: Math.round(performance.now() - started),
		}
		if (c.res.status >= 500) log.warn(line, 'request')
		else log.debug(line, 'request')
	}
}

function hasSocket(bindings: unknown): boolean {
	return typeof bindings === 'object' && bindings !== null && 'incoming' in bindings
}

function apiHeaders({ config }: Deps) {
	const headers = Object.entries(securityHeaders('api', config))
	return async (c: Context<Env>, next: Next) => {
		await next()
		for (const [name, value] of headers)
			if (!c.res.headers.has(name)) c.res.headers.set(name, value)
	}
}
