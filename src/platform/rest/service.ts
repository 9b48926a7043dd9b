import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { CallerError, readBearer } from '#platform/http/request/caller.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { clockSkew } from '#platform/keys/jwt.ts'
import type { Claims } from '#platform/pg/db.ts'
import { createCatalogCache } from './catalog/catalog-cache.ts'
import { RestError, tokenError, wrongPartsError } from './errors.ts'
import type { RestDeps } from './handle/execute.ts'
import { handleRead } from './handle/handle-read.ts'
import { handleOptions, handleRoot } from './handle/handle-root.ts'
import { handleRpc } from './handle/handle-rpc.ts'
import { handleWrite } from './handle/handle-write.ts'
import { PlanCache, type ReadPlan } from './handle/plan-cache.ts'
import { parsePrefer } from './parse/parse-prefer.ts'
import { isBodiless } from './respond/http-status.ts'
import { renderRestError } from './respond/render-rest-error.ts'
import { type RequestContext, type RestOptions, ServerTiming } from './respond/request-context.ts'
import { decodeHeaderText, type RestResponse } from './respond/respond.ts'

/** The address of rest/v1. */
export const basePath = '/rest/v1'

/** Tables, views and functions of the exposed schemas over HTTP, as the caller. The returned handler does not throw. */
export function createRest(
	deps: Deps,
	options: Partial<RestOptions> = {},
): (request: Exchange) => Promise<RestResponse> {
	const settings: RestOptions = { ...restOptions(deps.config), ...options }
	const cache = createCatalogCache(deps.db, settings.schemas, (error) => deps.log.error({ err: error }, 'schema cache'))
	const plans = new PlanCache<ReadPlan>()
	deps.metrics.cache('rest_plans', plans.stats)
	const restDeps: RestDeps = { db: deps.db, cache, options: settings, plans }
	return async (request) => {
		let claims: Claims | undefined
		const timing = settings.serverTiming ? new ServerTiming() : undefined
		try {
			claims = await identify(deps, request, settings.audience)
			timing?.begin('parse')
			const context = await toRequestContext(restDeps, request, claims, timing)
			const answer = await dispatch(restDeps, context)
			timing?.begin('response')
			return withServerTiming(answer, timing)
		} catch (error) {
			const bearer = readBearer(request.get('authorization'))
			const isAuthenticated = claims !== undefined && claims.role !== 'anon'
			const rendered = renderRestError(error, isAuthenticated, bearer)
			deps.metrics.add('plaudit_refusals_total', [String(rendered.body.code ?? 'internal')])
			if (rendered.unexpected) deps.log.error({ err: error, requestId: request.requestId }, 'unexpected')
			const answer: RestResponse = {
				status: rendered.status,
				headers: { 'content-type': 'application/json; charset=utf-8', ...rendered.headers },
				body: request.method === 'HEAD' || isBodiless(rendered.status) ? null : JSON.stringify(rendered.body),
			}
			return withServerTiming(answer, timing)
		}
	}
}

function withServerTiming(response: RestResponse, timing: ServerTiming | undefined): RestResponse {
	if (timing) response.headers['server-timing'] = timing.header()
	return response
}

function restOptions(config: Config): RestOptions {
	return {
		publicUrl: `${config.SITE_URL}${basePath}`,
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

/** @throws CallerError for the key and the token, RestError for what the token claims */
async function identify({ identify }: Deps, request: Exchange, audience: string | undefined): Promise<Claims> {
	const { claims, keyRole } = await identify(request, request, clockSkew)
	// A bearer alone is not enough: the key names the project.
	if (!keyRole) throw new CallerError('no_key', 'No API key found in request')
	checkBearer(request.get('authorization'))
	checkClaims(claims, audience)
	return claims
}

/**
 * Checks `iat` and `aud` of a verified token; absent claims are valid (https://docs.postgrest.org/en/stable/references/auth.html).
 * @throws RestError PGRST303
 */
function checkClaims({ iat, aud }: Claims, audience: string | undefined): void {
	if (iat != null && typeof iat !== 'number') throw tokenError('PGRST303', "The JWT 'iat' claim must be a number")
	if (iat != null && iat > Date.now() / 1000 + clockSkew) throw tokenError('PGRST303', 'JWT issued at future')
	if (aud == null) return
	const audiences = Array.isArray(aud) ? aud : [aud]
	if (audiences.some((audience) => typeof audience !== 'string'))
		throw tokenError('PGRST303', "The JWT 'aud' claim must be a string or an array of strings")
	if (audience !== undefined && audiences.length > 0 && !audiences.includes(audience))
		throw tokenError('PGRST303', 'JWT not in audience')
}

/**
 * Checks the form of the bearer token: an unreadable token must not make its caller anonymous.
 * @throws RestError PGRST301
 */
function checkBearer(header: string | null): void {
	const bearer = /^bearer(?:\s+(.*))?$/i.exec(header ?? '')
	if (!bearer) return
	const [, token = ''] = bearer
	if (token === '') throw tokenError('PGRST301', 'Empty JWT is sent in Authorization header')
	if (/\s/.test(token)) throw wrongPartsError(token)
}

async function toRequestContext(
	deps: RestDeps,
	request: Exchange,
	claims: Claims,
	timing: ServerTiming | undefined,
): Promise<RequestContext> {
	const { method } = request
	const isWrite = ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)
	const sent = request.get(isWrite ? 'content-profile' : 'accept-profile')
	const profile = sent && decodeHeaderText(sent)
	const { schemas, allowTxOverride } = deps.options
	const schema = profile || (schemas[0] ?? 'public')
	if (!schemas.includes(schema))
		throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
			hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
		})
	return {
		request,
		path: request.rawPath.slice(basePath.length),
		claims,
		schema,
		sendsProfile: profile !== null || schemas.length > 1,
		preferences: parsePrefer(request.get('prefer'), allowTxOverride),
		catalog: await deps.cache.get(),
		timing,
	}
}

async function dispatch(deps: RestDeps, context: RequestContext): Promise<RestResponse> {
	const { path, request } = context
	const { method } = request
	const target = readPath(path)
	if (method === 'OPTIONS') return handleOptions(deps, context, target)
	if (!['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method))
		throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
	const isRead = method === 'GET' || method === 'HEAD'
	if (target.routine !== undefined) {
		if (!isRead && method !== 'POST') throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
		return handleRpc(deps, context, target.routine)
	}
	if (target.relation !== undefined)
		return isRead ? handleRead(deps, context, target.relation) : handleWrite(deps, context, target.relation)
	if (!isRead) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
	return handleRoot(deps, context)
}

/** @throws RestError PGRST125 for anything deeper than a relation or a function */
function readPath(path: string): { relation?: string; routine?: string } {
	const [, first = '', second, ...more] = path.split('/').map(decode)
	if (more.length === 0 && first === 'rpc' && second) return { routine: second }
	if (more.length === 0 && first !== '' && (second === undefined || second === '')) return { relation: first }
	if (first === '' && second === undefined) return {}
	throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function decode(part: string): string {
	if (!part.includes('%')) return part
	try {
		return decodeURIComponent(part)
	} catch {
		throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
	}
}
