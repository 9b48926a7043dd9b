import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { CallerError, readBearer } from '#server/http/caller.ts'
import type { Claims } from '#server/pg/db.ts'
import { clockSkew } from '#server/tokens.ts'
import { createCatalogCache } from './catalog-cache.ts'
import { checkBearer, checkClaims } from './check-claims.ts'
import type { Call, Engine, RestOptions } from './engine.ts'
import type { RestAnswer, RestRequest, RestService } from './exchange.ts'
import { handleCall } from './handle-call.ts'
import { handleOptions } from './handle-options.ts'
import { handleRead } from './handle-read.ts'
import { handleRoot } from './handle-root.ts'
import { handleWrite } from './handle-write.ts'
import { PlanCache } from './plan-cache.ts'
import { readPrefer } from './prefer.ts'
import { RestProblem } from './problem.ts'
import type { ReadPlan } from './read-plan.ts'
import { renderError } from './render-error.ts'
import { fromHeader } from './response-headers.ts'
import { ServerTiming } from './server-timing.ts'
import { isBodiless } from './sqlstate.ts'

/** Where rest/v1 stands. */
export const mount = '/rest/v1'

/** rest/v1: tables, views and functions of the exposed schemas over HTTP, as the caller (data.md §2). */
export function createRest(deps: Deps, options: Partial<RestOptions> = {}): RestService {
	const settings: RestOptions = { ...optionsOf(deps.config), ...options }
	const cache = createCatalogCache(deps.db, settings.schemas, (error) =>
		deps.log.error({ err: error }, 'schema cache'),
	)
	const plans = new PlanCache<ReadPlan>()
	const engine: Engine = { db: deps.db, cache, options: settings, plans }
	return async (request) => {
		let claims: Claims | undefined
		const timing = settings.serverTiming ? new ServerTiming() : undefined
		try {
			claims = identify(deps, request, settings.audience)
			timing?.begin('parse')
			const call = await toCall(engine, request, claims, timing)
			const answer = await dispatch(engine, call)
			timing?.begin('response')
			return timed(answer, timing)
		} catch (error) {
			const bearer = readBearer(request.headers.get('authorization'))
			const isAuthenticated = claims !== undefined && claims.role !== 'anon'
			const rendered = renderError(error, isAuthenticated, bearer)
			if (rendered.unexpected)
				deps.log.error({ err: error, requestId: request.requestId }, 'unexpected')
			const answer: RestAnswer = {
				status: rendered.status,
				headers: { 'content-type': 'application/json; charset=utf-8', ...rendered.headers },
				body:
					request.method === 'HEAD' || isBodiless(rendered.status)
						? null
						: JSON.stringify(rendered.body),
			}
			return timed(answer, timing)
		}
	}
}

function timed(answer: RestAnswer, timing: ServerTiming | undefined): RestAnswer {
	if (timing) answer.headers['server-timing'] = timing.header()
	return answer
}

function optionsOf(config: Config): RestOptions {
	return {
		publicUrl: `${config.SITE_URL}${mount}`,
		schemas: config.REST_SCHEMAS,
		extraSearchPath: config.REST_SEARCH_PATH,
		maxRows: config.REST_MAX_ROWS,
		maxAnswerBytes: config.REST_MAX_ANSWER_MB * 1024 * 1024,
		aggregates: config.REST_AGGREGATES,
		plans: config.REST_EXPLAIN,
		allowTxOverride: config.REST_TX_OVERRIDE,
		serverTiming: config.REST_SERVER_TIMING,
		audience: config.REST_JWT_AUD,
	}
}

/** @throws CallerError for the key and the token, RestProblem for what the token claims */
function identify(
	{ identify }: Deps,
	{ headers, search }: RestRequest,
	audience: string | undefined,
): Claims {
	const url = headers.get('apikey') === null ? new URL(search, 'http://localhost') : undefined
	const { claims, keyRole } = identify(headers, url, clockSkew)
	// A bearer alone does not open this door: the key names the project (data.md §1).
	if (!keyRole) throw new CallerError('no_key', 'No API key found in request')
	checkBearer(headers.get('authorization'))
	checkClaims(claims, audience)
	return claims
}

async function toCall(
	engine: Engine,
	request: RestRequest,
	claims: Claims,
	timing: ServerTiming | undefined,
): Promise<Call> {
	const { method, headers } = request
	const isWrite = ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)
	const sent = headers.get(isWrite ? 'content-profile' : 'accept-profile')
	const profile = sent && fromHeader(sent)
	const { schemas, allowTxOverride } = engine.options
	const schema = profile || (schemas[0] ?? 'public')
	if (!schemas.includes(schema))
		throw new RestProblem(406, 'PGRST106', `Invalid schema: ${schema}`, {
			hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
		})
	return {
		request,
		claims,
		schema,
		profiled: profile !== null || schemas.length > 1,
		preferences: readPrefer(headers.get('prefer'), allowTxOverride),
		catalog: await engine.cache.get(),
		timing,
	}
}

async function dispatch(engine: Engine, call: Call): Promise<RestAnswer> {
	const { method, path } = call.request
	const target = readPath(path)
	if (method === 'OPTIONS') return handleOptions(engine, call, target)
	if (!['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method))
		throw new RestProblem(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
	const isRead = method === 'GET' || method === 'HEAD'
	if (target.routine !== undefined) {
		if (!isRead && method !== 'POST')
			throw new RestProblem(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
		return handleCall(engine, call, target.routine)
	}
	if (target.relation !== undefined)
		return isRead
			? handleRead(engine, call, target.relation)
			: handleWrite(engine, call, target.relation)
	if (!isRead) throw new RestProblem(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
	return handleRoot(engine, call)
}

/** @throws RestProblem PGRST125 for anything deeper than a relation or a function */
function readPath(path: string): { relation?: string; routine?: string } {
	const [, first = '', second, ...more] = path.split('/').map(decode)
	if (more.length === 0 && first === 'rpc' && second) return { routine: second }
	if (more.length === 0 && first !== '' && (second === undefined || second === ''))
		return { relation: first }
	if (first === '' && second === undefined) return {}
	throw new RestProblem(404, 'PGRST125', 'Invalid path specified in request URL')
}

function decode(part: string): string {
	if (!part.includes('%')) return part
	try {
		return decodeURIComponent(part)
	} catch {
		throw new RestProblem(404, 'PGRST125', 'Invalid path specified in request URL')
	}
}
