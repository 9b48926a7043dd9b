import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Routine } from '#platform/rest/catalog/catalog.ts'
import { findRoutine, takesWholeBody } from '#platform/rest/catalog/find-routine.ts'
import type { ResultRow } from '#platform/rest/compile/compile-read.ts'
import { compileRpc, type RpcArguments } from '#platform/rest/compile/compile-rpc.ts'
import { Compiler } from '#platform/rest/compile/compiler.ts'
import { relationMediaHandlers, routineMediaHandler } from '#platform/rest/compile/media-handlers.ts'
import { bodyError, notSingularError, RestError, tooManyAffectedError } from '#platform/rest/errors.ts'
import { parseCsv } from '#platform/rest/parse/csv.ts'
import { type BodyFormat, type NegotiatedMedia, negotiateMediaType } from '#platform/rest/parse/negotiate-media-type.ts'
import { hasKeys, isObject, mediaType, parseJson } from '#platform/rest/parse/parse-payload.ts'
import { parseQuery, startsLikeFilter } from '#platform/rest/parse/parse-query.ts'
import { applyRangeHeader, buildQueryTree, rangeHeader } from '#platform/rest/parse/query-tree.ts'
import { readBodyBytes, readBodyText } from '#platform/rest/parse/read-request-body.ts'
import type { RequestContext } from '#platform/rest/respond/request-context.ts'
import { type RestResponse, respond } from '#platform/rest/respond/respond.ts'
import { execute, explain, type RestDeps, withShardKey } from './execute.ts'
import { listResponse } from './handle-read.ts'

/** GET, HEAD and POST of a function. */
export async function handleRpc(deps: RestDeps, requested: RequestContext, name: string): Promise<RestResponse> {
	const { routine, args, query, catalog } = await resolveRpc(deps, requested, name)
	const context = withShardKey(deps, requested, args.kind === 'json' ? args.json : undefined)
	context.timing?.begin('plan')
	const media = negotiateMediaType(context.request.get('accept'), {
		plans: deps.options.plans,
		...(routine.rows ? relationMediaHandlers(catalog, routine.rows, query.select) : routineMediaHandler(routine)),
		preferred: routine.media?.type,
	})
	const level = buildQueryTree(query)
	const isRead = context.request.method !== 'POST'
	applyRangeHeader(level, rangeHeader(context.request))
	const form = formatOf(context, routine, media)
	const counted = context.preferences.count !== undefined
	const c = new Compiler(catalog, deps.options)
	const statement = compileRpc(c, routine, args, level, form, counted)
	const readOnly = isRead || routine.volatility !== 'volatile'
	const check = checkOf(context, routine, media)
	if (media.plan) return explain(deps, context, statement, media.plan, media.type)
	const result = await execute(deps, context, statement, readOnly, check)
	const total = result.total == null ? undefined : Number(result.total)
	const shown = { offset: level.offset ?? 0, type: media.type }
	const draft = listResponse(context, shown, result, total)
	const isEmpty = routine.returns === 'void' || isMinimal(context)
	const shape = isEmpty ? { status: 204, body: null } : {}
	const applied = ['count', 'tx', 'handling', 'timezone', 'maxAffected'] as const
	return respond(context, { ...draft, ...shape, applied }, result)
}

/** The official client sends this in place of a HEAD whose arguments exceed the URL length. */
function isMinimal({ request, preferences }: RequestContext): boolean {
	return request.method === 'POST' && preferences.return === 'minimal'
}

function formatOf(context: RequestContext, routine: Routine, { form }: NegotiatedMedia): BodyFormat {
	const bodiless = context.request.method === 'HEAD' || isMinimal(context) || routine.returns === 'void'
	return bodiless ? { ...form, kind: 'none' } : form
}

function checkOf({ preferences }: RequestContext, routine: Routine, { form }: NegotiatedMedia) {
	const limit = preferences.handling === 'strict' ? preferences.maxAffected : undefined
	if (limit !== undefined && !routine.set)
		throw new RestError(
			400,
			'PGRST128',
			'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
		)
	const single = form.kind === 'object' && routine.set && routine.rows !== undefined
	if (limit === undefined && !single) return undefined
	return ({ page }: ResultRow) => {
		if (limit !== undefined && page > limit) throw tooManyAffectedError(page)
		if (single && page !== 1) throw notSingularError(page)
	}
}

/** Finds the function by the names of the arguments, after one reload for an unknown name. */
async function resolveRpc({ cache }: RestDeps, context: RequestContext, name: string) {
	const { method, search } = context.request
	const body = method === 'POST' ? await readRpcBody(context.request) : undefined
	const attempt = (catalog: RequestContext['catalog']) => {
		const overloads = catalog.routines.get(context.schema)?.get(name) ?? []
		const filterable = overloads.some(({ rows }) => rows !== undefined)
		const isArgument = (_: string, value: string) => !body && !(filterable && startsLikeFilter(value))
		const query = parseQuery(search, isArgument)
		const isWhole = overloads.some((routine) => takesWholeBody(routine, body?.type))
		if (body?.hasUnevenKeys && !isWhole && !query.columns) throw bodyError('All object keys must match')
		const isWanted = (key: string) => query.columns?.includes(key) ?? true
		const names = body ? body.names.filter(isWanted) : query.arguments.map(([key]) => key)
		const invocation = { schema: context.schema, name, argumentNames: names, bodyType: body?.type }
		const { routine, raw } = findRoutine(catalog, invocation)
		const pairs = query.arguments
		const args = body ? toRpcArguments(body, routine, raw, names) : ({ kind: 'texts', pairs } as const)
		return { routine, args, query, catalog }
	}
	try {
		return attempt(context.catalog)
	} catch (error) {
		if (!(error instanceof RestError) || error.code !== 'PGRST202') throw error
		const catalog = await cache.reloadForMissing(context.schema, name)
		// A second attempt would repeat the search for similar names.
		if (catalog === context.catalog) throw error
		return attempt(catalog)
	}
}

/** The whole body for a single unnamed parameter, else the named arguments. */
function toRpcArguments(
	{ type, args, raw }: RpcBody,
	routine: Routine,
	isWhole: boolean,
	names: readonly string[],
): RpcArguments {
	if (isWhole) return { kind: 'raw', value: raw }
	if (args.kind === 'json') return { ...args, names }
	return args.kind === 'raw' && !takesWholeBody(routine, type) ? { kind: 'texts', pairs: [] } : args
}

type RpcBody = {
	type: string
	names: readonly string[]
	args: RpcArguments
	raw: string | Uint8Array
	/** True for an array whose items are not objects of equal keys. */
	hasUnevenKeys?: boolean
}

async function readRpcBody(request: Exchange): Promise<RpcBody> {
	const type = mediaType(request.get('content-type'))
	if (type === 'application/octet-stream') {
		const raw = await readBodyBytes(request)
		return { type, names: [], args: { kind: 'raw', value: raw }, raw }
	}
	const text = await readBodyText(request)
	if (type === 'text/plain' && text === '') return jsonBody('{}', '')
	if (type === 'text/plain' || type === 'text/xml')
		return { type, names: [], args: { kind: 'raw', value: text }, raw: text }
	if (type === 'application/x-www-form-urlencoded') {
		const pairs = [...new URLSearchParams(text)]
		return { type, names: pairs.map(([key]) => key), args: { kind: 'texts', pairs }, raw: text }
	}
	if (type === 'text/csv') return { ...jsonBody(JSON.stringify(parseCsv(text)), text), type }
	if (type !== 'application/json') throw bodyError(`Content-Type not acceptable: ${type}`)
	return jsonBody(text.trim() === '' ? '{}' : text, text)
}

/** The first object of an array has the arguments. */
function jsonBody(json: string, raw: string): RpcBody {
	const value = parseJson(json)
	const isList = Array.isArray(value)
	const [first, ...more] = isList ? value : [value]
	const names = isObject(first) ? Object.keys(first) : []
	const isUneven = isList && value.length > 0 && !(isObject(first) && more.every((own) => hasKeys(own, names)))
	const args: RpcArguments = { kind: 'json', json, names, isList }
	return { type: 'application/json', names, args, raw, hasUnevenKeys: isUneven }
}
