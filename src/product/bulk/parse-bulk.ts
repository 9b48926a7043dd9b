import { z } from 'zod'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { type BulkAction, bulkActions, mostBulkIds } from '#shared/bulk-api.ts'
import { bases } from '#shared/wall/wall.ts'

const views = ['all', 'pending', 'approved', 'starred', 'archived', 'rejected', 'suspect'] as const
const dayLength = 'YYYY-MM-DD'.length
const dayMilliseconds = 86_400_000

/** One value, or a list of at most fifty. */
const listOf = <Value>(value: z.ZodType<Value>) =>
	z.union([value.transform((single) => [single]), z.array(value).max(50)]).optional()

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const star = z.union([
	z.number().int().min(1).max(5).transform(String),
	z.enum(['1', '2', '3', '4', '5', 'none']),
	z.null().transform(() => 'none'),
])

const shownShape = z.strictObject({
	view: z.enum(views).optional(),
	q: z.string().max(200).optional(),
	tags: listOf(z.uuid()),
	kinds: listOf(z.enum(['text', 'photo', 'video', 'audio'])),
	source: z.enum(['form', 'import', 'manual', 'api']).optional(),
	stars: listOf(star),
	form: listOf(z.uuid()),
	from: moment.optional(),
	to: moment.optional(),
	basis: listOf(z.enum(bases)),
	consent: listOf(z.enum(['public', 'anonymous', 'private'])),
	replied: z.boolean().optional(),
	company: z.string().trim().min(1).max(120).optional(),
	langs: listOf(z.string().regex(/^[a-z]{2,3}$/)),
	assigned: z.uuid().optional(),
})
const idsShape = z.strictObject({ ids: z.array(z.uuid()).max(mostBulkIds) })

/** The filter as `private.matching_testimonials` reads it. */
export type MatchFilter = { ids: string[] } | Record<string, unknown>

export type ParsedBulk = { spaceId: string; filter: MatchFilter; action: BulkAction; value: string | null }

const wordsOf: Record<string, string> = {
	space_id: 'This must be the id of a space.',
	action: `This must be one of ${bulkActions.join(', ')}.`,
	value: 'This must be a tag of the space, or the id of a member to assign to.',
}

/** @throws AppError 422 with the first field that is wrong or unknown */
function failOn(error: z.ZodError, under = ''): never {
	const [issue] = error.issues
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
	const path = `${under}${String(unknown ?? issue?.path[0] ?? '')}`.replace(/\.$/, '')
	const words =
		unknown === undefined ? (wordsOf[path] ?? 'This value is not understood here.') : 'There is no such field.'
	throw invalid({ [path || 'filter']: words })
}

/** First instant of a day in UTC, or the moment itself; `days` are added to a day alone. */
function instantOf(text: string | undefined, days: number): string | undefined {
	if (text === undefined || text.length > dayLength) return text
	return new Date(Date.parse(text) + days * dayMilliseconds).toISOString()
}

/** @throws AppError 422 */
function parseFilter(filter: unknown): MatchFilter {
	if (typeof filter === 'object' && filter !== null && 'ids' in filter) {
		const parsed = idsShape.safeParse(filter)
		return parsed.success ? parsed.data : failOn(parsed.error, 'filter.')
	}
	const parsed = shownShape.safeParse(filter)
	if (!parsed.success) failOn(parsed.error, 'filter.')
	const { stars: ratings, form: forms, from, to, ...same } = parsed.data
	// U+0000 cannot be stored, and so is in no testimonial.
	const q = same.q?.replaceAll('\0', ' ')
	return { ...same, q, ratings, forms, from: instantOf(from, 0), to: instantOf(to, 1) }
}

/** The space and the filter of a request that changes nothing. @throws AppError 422 */
export function parseSummary(body: JsonObject): { spaceId: string; filter: MatchFilter } {
	const parsed = z.strictObject({ space_id: z.uuid(), filter: z.unknown() }).safeParse(body)
	if (!parsed.success) failOn(parsed.error)
	return { spaceId: parsed.data.space_id, filter: parseFilter(parsed.data.filter) }
}

/** @throws AppError 422 with the first field that is wrong or unknown */
export function parseBulk(body: JsonObject): ParsedBulk {
	const shape = z.strictObject({
		space_id: z.uuid(),
		filter: z.unknown(),
		action: z.enum(bulkActions),
		value: z
			.string()
			.max(200)
			.regex(/^[^\0]+$/)
			.nullish(),
	})
	const parsed = shape.safeParse(body)
	if (!parsed.success) failOn(parsed.error)
	const { space_id: spaceId, action, value = null } = parsed.data
	const takesValue = action === 'tag' || action === 'untag' || action === 'assign'
	if (takesValue ? value === null && action !== 'assign' : value !== null)
		throw invalid({ value: takesValue ? (wordsOf.value ?? '') : 'This action takes no value.' })
	return { spaceId, filter: parseFilter(parsed.data.filter), action, value }
}
