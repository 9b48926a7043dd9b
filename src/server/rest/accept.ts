import type { BodyForm } from './compile-read.ts'
import { notAcceptable } from './problem.ts'

/** A body's form and the media type that names it. */
export type Media = {
	type: string
	form: BodyForm
	/** The plan of the statement is wanted instead of its result. */
	plan?: PlanWish
}

export type PlanWish = { format: 'text' | 'json'; options: readonly string[] }

/** What can be made beside the built-in types. */
export type Makeable = {
	/** Media types that functions of the database make, and how. The first stands for a range like `image/*`. */
	custom?: ReadonlyMap<string, BodyForm>
	/** Makes any type: a handler of the relation or function itself whose domain has two stars for a name. */
	anything?: BodyForm | undefined
	/** The type that answers to a star. JSON when undefined. */
	preferred?: string | undefined
	/** Whether plans may be asked for. */
	plans?: boolean
}

const json = 'application/json'
const object = 'application/vnd.pgrst.object'
const array = 'application/vnd.pgrst.array'
const plan = 'application/vnd.pgrst.plan'
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** Custom types that are named with a charset, as PostgREST does: the others say themselves what their bytes mean. */
const withCharset = [json, 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

/**
 * Chooses the answer's media type by the `Accept` header (data.md §2.4).
 * @throws RestProblem PGRST107 when nothing that is accepted can be made
 */
export function negotiate(header: string | null, can: Makeable = {}): Media {
	if (!header) return starMedia(can)
	const ranges = header
		.split(',')
		.map(parseRange)
		.filter(({ quality }) => quality > 0)
	// Stable: equally good ranges keep the order of the header.
	ranges.sort((a, b) => b.quality - a.quality || b.specificity - a.specificity)
	for (const range of ranges) {
		const found = mediaOf(range, can)
		if (found) return found
	}
	throw notAcceptable(ranges.map(({ type }) => type))
}

type Range = {
	type: string
	quality: number
	specificity: number
	parameters: readonly string[]
}

function mediaOf({ type, parameters }: Range, can: Makeable): Media | undefined {
	const stripNulls = parameters.includes('nulls=stripped')
	// PostgREST's own types come first: no handler takes their place.
	if (type === `${object}+json` || type === object)
		return media(`${object}+json`, 'object', stripNulls)
	const isArray = type === `${array}+json` || type === array
	if (isArray && stripNulls) return media(`${array}+json`, 'array', stripNulls)
	if ([plan, `${plan}+text`, `${plan}+json`].includes(type))
		return can.plans
			? planMedia(type.endsWith('+json') ? 'json' : 'text', parameters, can)
			: undefined
	if (can.anything) return customMedia('*/*', can.anything)
	const named = isArray ? json : type
	const custom = can.custom?.get(named)
	if (custom) return customMedia(named, custom)
	if (named === '*/*') return starMedia(can)
	if (named === json || named === 'application/*') return media(json)
	if (named === 'text/csv') return media(named, 'csv')
	if (!named.endsWith('/*')) return undefined
	const [near] = [...(can.custom ?? [])].filter(([name]) => name.startsWith(named.slice(0, -1)))
	return near && customMedia(...near)
}

function starMedia({ custom, anything, preferred = '' }: Makeable): Media {
	if (anything) return customMedia('*/*', anything)
	const form = custom?.get(preferred)
	return form ? customMedia(preferred, form) : media(json)
}

function media(type: string, kind: BodyForm['kind'] = 'array', stripNulls = false): Media {
	const suffix = stripNulls ? ';nulls=stripped' : ''
	return { type: `${type}${suffix}${charset}`, form: { kind, stripNulls } }
}

const charset = '; charset=utf-8'

function customMedia(type: string, form: BodyForm): Media {
	// A function that makes anything says itself what it made.
	const named = type === '*/*' ? 'application/octet-stream' : type
	return { type: withCharset.includes(named) ? `${named}${charset}` : named, form }
}

function planMedia(
	format: 'text' | 'json',
	parameters: readonly string[],
	can: Makeable,
): Media | undefined {
	const wanted = parameterOf(parameters, 'for')?.replace(/^"(.*)"$/, '$1') || json
	const made = mediaOf(parseRange(wanted), { ...can, plans: false })
	if (!made) return undefined
	const asked = parameterOf(parameters, 'options')?.split('|') ?? []
	const options = planOptions.filter((option) => asked.includes(option))
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
