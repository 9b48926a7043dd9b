import { notAcceptableError } from '#platform/rest/errors.ts'

/** The form of an answer's body; `none` counts rows only, `custom` uses a function of the database. */
export type BodyFormat = {
	kind: 'array' | 'object' | 'csv' | 'none' | 'custom'
	stripNulls: boolean
	/** Set for `custom`. */
	handler?: MediaHandler
	/** The query plan is requested, so the size of the body is not limited. */
	isPlanned?: boolean
}

/** Compiles the rows of an alias to the body of a custom media type (`media-handlers.ts`). */
export type MediaHandler = (rows: string) => string

export type NegotiatedMedia = {
	type: string
	form: BodyFormat
	/** Set when the query plan is requested. */
	plan?: PlanRequest
}

export type PlanRequest = { format: 'text' | 'json'; options: readonly string[] }

/** The media types available besides the built-in ones. */
export type AvailableMedia = {
	/** Media types of functions in the database. The first match serves a range like `image/*`. */
	custom?: ReadonlyMap<string, BodyFormat>
	/** The handler for any type, whose domain is named with two stars. */
	anything?: BodyFormat | undefined
	/** The type when any is accepted; JSON when undefined. */
	preferred?: string | undefined
	/** Allows query plans. */
	plans?: boolean
}

const json = 'application/json'
const object = 'application/vnd.pgrst.object'
const array = 'application/vnd.pgrst.array'
const plan = 'application/vnd.pgrst.plan'
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** Custom types with a charset, as in PostgREST. */
const withCharset = [json, 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

/**
 * Chooses the media type by `Accept` (https://docs.postgrest.org/en/stable/references/api/resource_representation.html).
 * @throws RestError PGRST107 when no accepted type is available
 */
export function negotiateMediaType(header: string | null, available: AvailableMedia = {}): NegotiatedMedia {
	if (!header) return defaultMedia(available)
	const ranges = header
		.split(',')
		.map(parseRange)
		.filter(({ quality }) => quality > 0)
	// The sort is stable: equal ranges keep the order of the header.
	ranges.sort((a, b) => b.quality - a.quality || b.specificity - a.specificity)
	for (const range of ranges) {
		const found = mediaForRange(range, available)
		if (found) return found
	}
	throw notAcceptableError(ranges.map(({ type }) => type))
}

type Range = {
	type: string
	quality: number
	specificity: number
	parameters: readonly string[]
}

function mediaForRange({ type, parameters }: Range, available: AvailableMedia): NegotiatedMedia | undefined {
	const stripNulls = parameters.includes('nulls=stripped')
	// Handlers cannot replace PostgREST's own types.
	if (type === `${object}+json` || type === object) return builtInMedia(`${object}+json`, 'object', stripNulls)
	const isArray = type === `${array}+json` || type === array
	if (isArray && stripNulls) return builtInMedia(`${array}+json`, 'array', stripNulls)
	if ([plan, `${plan}+text`, `${plan}+json`].includes(type))
		return available.plans ? planMedia(type.endsWith('+json') ? 'json' : 'text', parameters, available) : undefined
	if (available.anything) return customMedia('*/*', available.anything)
	const named = isArray ? json : type
	const custom = available.custom?.get(named)
	if (custom) return customMedia(named, custom)
	if (named === '*/*') return defaultMedia(available)
	if (named === json || named === 'application/*') return builtInMedia(json)
	if (named === 'text/csv') return builtInMedia(named, 'csv')
	if (!named.endsWith('/*')) return undefined
	const [firstMatch] = [...(available.custom ?? [])].filter(([name]) => name.startsWith(named.slice(0, -1)))
	return firstMatch && customMedia(...firstMatch)
}

function defaultMedia({ custom, anything, preferred = '' }: AvailableMedia): NegotiatedMedia {
	if (anything) return customMedia('*/*', anything)
	const form = custom?.get(preferred)
	return form ? customMedia(preferred, form) : builtInMedia(json)
}

function builtInMedia(type: string, kind: BodyFormat['kind'] = 'array', stripNulls = false): NegotiatedMedia {
	const suffix = stripNulls ? ';nulls=stripped' : ''
	return { type: `${type}${suffix}${charset}`, form: { kind, stripNulls } }
}

const charset = '; charset=utf-8'

function customMedia(type: string, form: BodyFormat): NegotiatedMedia {
	// A handler for any type sets the content type itself.
	const named = type === '*/*' ? 'application/octet-stream' : type
	return { type: withCharset.includes(named) ? `${named}${charset}` : named, form }
}

function planMedia(
	format: 'text' | 'json',
	parameters: readonly string[],
	available: AvailableMedia,
): NegotiatedMedia | undefined {
	const wanted = parameterOf(parameters, 'for')?.replace(/^"(.*)"$/, '$1') || json
	const made = mediaForRange(parseRange(wanted), { ...available, plans: false })
	if (!made) return undefined
	const requested = parameterOf(parameters, 'options')?.split('|') ?? []
	const options = planOptions.filter((option) => requested.includes(option))
	const suffix = options.length > 0 ? `; options=${options.join('|')}` : ''
	return {
		type: `${plan}+${format}; for="${made.type.replace(charset, '')}"${suffix}${charset}`,
		form: { ...made.form, isPlanned: true },
		plan: { format, options },
	}
}

function parameterOf(parameters: readonly string[], name: string): string | undefined {
	return parameters.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1)
}

function parseRange(text: string): Range {
	const [type = '', ...parameters] = splitParameters(text.toLowerCase())
	const quality = parameterOf(parameters, 'q')
	const own = parameters.filter((parameter) => !parameter.startsWith('q='))
	return {
		type,
		quality: quality === undefined ? 1 : Number(quality) || 0,
		// More parameters and fewer stars are more specific.
		specificity: own.length - (type.split('*').length - 1),
		parameters,
	}
}

/** Semicolons inside quotes belong to the value: `for="application/json;nulls=stripped"`. */
function splitParameters(text: string): string[] {
	return (text.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map((part) => part.trim())
}
