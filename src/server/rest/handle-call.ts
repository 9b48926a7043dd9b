import { type Media, negotiate } from './accept.ts'
import type { Routine } from './catalog.ts'
import { type Arguments, compileCall } from './compile-call.ts'
import type { Answer, BodyForm } from './compile-read.ts'
import { Compiler } from './compiler.ts'
import { parseCsv } from './csv.ts'
import { type Call, type Engine, execute } from './engine.ts'
import type { RestAnswer, RestRequest } from './exchange.ts'
import { explain } from './explain.ts'
import { findRoutine, takesWholeBody } from './find-routine.ts'
import { readReply } from './handle-read.ts'
import { makerOf, makersOf } from './media-makers.ts'
import { parseQuery, startsLikeFilter } from './parse-query.ts'
import { isObject, mediaType, parseJson } from './payload.ts'
import { badBody, notSingular, RestProblem, tooManyAffected } from './problem.ts'
import { buildTree } from './query-tree.ts'
import { rangeHeader, settleRange } from './range.ts'
import { respond } from './respond.ts'
import { readBytes, readText } from './text-body.ts'

/** GET, HEAD and POST of a function (data.md §2.6). */
export async function handleCall(engine: Engine, call: Call, name: string): Promise<RestAnswer> {
	const { routine, given, query, catalog } = await understand(engine, call, name)
	call.timing?.begin('plan')
	const media = negotiate(call.request.headers.get('accept'), {
		plans: engine.options.plans,
		...(routine.rows ? makersOf(catalog, routine.rows, query.select) : makerOf(routine)),
		preferred: routine.media?.type,
	})
	const level = buildTree(query)
	const isRead = call.request.method !== 'POST'
	settleRange(level, rangeHeader(call.request))
	const form = formOf(call, routine, media)
	const counted = call.preferences.count !== undefined
	const c = new Compiler(catalog, engine.options)
	const statement = compileCall(c, routine, given, level, form, counted)
	const readOnly = isRead || routine.volatility !== 'volatile'
	const check = checkOf(call, routine, media)
	if (media.plan) return explain(engine, call, statement, media.plan, media.type)
	const answer = await execute(engine, call, statement, readOnly, check)
	const total = answer.total == null ? undefined : Number(answer.total)
	const shown = { offset: level.offset ?? 0, type: media.type }
	const reply = readReply(call, shown, answer, total)
	const { 'content-location': _, ...headers } = reply.headers ?? {}
	const isEmpty = routine.returns === 'void' || isMinimal(call)
	const shape = isEmpty ? { status: 204, body: null } : {}
	const applied = ['count', 'tx', 'handling', 'timezone', 'maxAffected'] as const
	return respond(call, { ...reply, ...shape, headers, applied }, answer)
}

/** The official client asks so for a HEAD whose arguments do not fit into a URL. */
function isMinimal({ request, preferences }: Call): boolean {
	return request.method === 'POST' && preferences.return === 'minimal'
}

function formOf(call: Call, routine: Routine, { form }: Media): BodyForm {
	const bodiless = call.request.method === 'HEAD' || isMinimal(call) || routine.returns === 'void'
	return bodiless ? { ...form, kind: 'none' } : form
}

function checkOf({ preferences }: Call, routine: Routine, { form }: Media) {
	const most = preferences.handling === 'strict' ? preferences.maxAffected : undefined
	if (most !== undefined && !routine.set)
		throw new RestProblem(
			400,
			'PGRST128',
			'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
		)
	const single = form.kind === 'object' && routine.set && routine.rows !== undefined
	if (most === undefined && !single) return undefined
	return ({ page }: Answer) => {
		if (most !== undefined && page > most) throw tooManyAffected(page)
		if (single && page !== 1) throw notSingular(page)
	}
}

/** Finds the function by the names of what was given; one reload if it is not there. */
async function understand({ cache }: Engine, call: Call, name: string) {
	const { method, search } = call.request
	const posted = method === 'POST' ? await readPosted(call.request) : undefined
	const attempt = (catalog: Call['catalog']) => {
		const overloads = catalog.routines.get(call.schema)?.get(name) ?? []
		const filterable = overloads.some(({ rows }) => rows !== undefined)
		const isArgument = (_: string, value: string) =>
			!posted && !(filterable && startsLikeFilter(value))
		const query = parseQuery(search, isArgument)
		const isWhole = overloads.some((routine) => takesWholeBody(routine, posted?.type))
		if (posted?.isUneven && !isWhole && !query.columns) throw badBody('All object keys must match')
		const isWanted = (key: string) => query.columns?.includes(key) ?? true
		const names = posted ? posted.names.filter(isWanted) : query.arguments.map(([key]) => key)
		const invocation = { schema: call.schema, name, given: names, bodyType: posted?.type }
		const { routine, raw } = findRoutine(catalog, invocation)
		const pairs = query.arguments
		const given = posted
			? argumentsOf(posted, routine, raw, names)
			: ({ kind: 'texts', pairs } as const)
		return { routine, given, query, catalog }
	}
	try {
		return attempt(call.catalog)
	} catch (error) {
		if (!(error instanceof RestProblem) || error.code !== 'PGRST202') throw error
		const catalog = await cache.reloadForMissing(call.schema, name)
		// Another attempt would search for similar names a second time.
		if (catalog === call.catalog) throw error
		return attempt(catalog)
	}
}

/** The body whole where one unnamed parameter takes it, else the arguments that it names. */
function argumentsOf(
	{ type, given, raw }: Posted,
	routine: Routine,
	isWhole: boolean,
	names: readonly string[],
): Arguments {
	if (isWhole) return { kind: 'raw', value: raw }
	if (given.kind === 'json') return { ...given, names }
	return given.kind === 'raw' && !takesWholeBody(routine, type)
		? { kind: 'texts', pairs: [] }
		: given
}

type Posted = {
	type: string
	names: readonly string[]
	given: Arguments
	raw: string | Uint8Array
	/** An array whose objects differ in their keys, or that holds something else. */
	isUneven?: boolean
}

async function readPosted(request: RestRequest): Promise<Posted> {
	const type = mediaType(request.headers.get('content-type'))
	if (type === 'application/octet-stream') {
		const raw = await readBytes(request)
		return { type, names: [], given: { kind: 'raw', value: raw }, raw }
	}
	const text = await readText(request)
	if (type === 'text/plain' && text === '') return jsonBody('{}', '')
	if (type === 'text/plain' || type === 'text/xml')
		return { type, names: [], given: { kind: 'raw', value: text }, raw: text }
	if (type === 'application/x-www-form-urlencoded') {
		const pairs = [...new URLSearchParams(text)]
		return { type, names: pairs.map(([key]) => key), given: { kind: 'texts', pairs }, raw: text }
	}
	if (type === 'text/csv') return { ...jsonBody(JSON.stringify(parseCsv(text)), text), type }
	if (type !== 'application/json') throw badBody(`Content-Type not acceptable: ${type}`)
	return jsonBody(text.trim() === '' ? '{}' : text, text)
}

/** Of an array the first object has the arguments. */
function jsonBody(json: string, raw: string): Posted {
	const value = parseJson(json)
	const isList = Array.isArray(value)
	const [first, ...more] = isList ? value : [value]
	const names = isObject(first) ? Object.keys(first) : []
	const isUneven =
		isList && value.length > 0 && !(isObject(first) && more.every((own) => hasKeys(own, names)))
	const given: Arguments = { kind: 'json', json, names, isList }
	return { type: 'application/json', names, given, raw, isUneven }
}

function hasKeys(value: unknown, names: readonly string[]): boolean {
	return (
		isObject(value) &&
		Object.keys(value).length === names.length &&
		names.every((name) => Object.hasOwn(value, name))
	)
}
