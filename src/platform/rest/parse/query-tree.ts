import type { Exchange } from '#platform/http/routing/exchange.ts'
import { notEmbeddedError, rangeError } from '#platform/rest/errors.ts'
import type { Condition, EmbedItem, OrderTerm, Path, RestQuery, SelectItem } from './ast.ts'

/** One level of a read: the root or an embed. */
export type QueryLevel = {
	items: readonly SelectItem[]
	embeds: readonly { item: EmbedItem; level: QueryLevel }[]
	conditions: Condition[]
	order: OrderTerm[]
	limit?: number
	offset?: number
}

/**
 * Assigns filters, orders and limits to the embeds that their keys address.
 * @throws RestError PGRST108 when a key addresses an embed that is not selected
 */
export function buildQueryTree(query: RestQuery): QueryLevel {
	const root = levelOf(query.select)
	for (const { path, condition } of query.conditions) descend(root, path).conditions.push(condition)
	for (const { path, terms } of query.orders) descend(root, path).order.push(...terms)
	for (const { path, limit, offset } of query.limits) {
		const level = descend(root, path)
		if (limit !== undefined) level.limit = limit
		if (offset !== undefined) level.offset = offset
	}
	return root
}

function levelOf(items: readonly SelectItem[]): QueryLevel {
	const embeds = items.filter((item) => item.kind === 'embed').map((item) => ({ item, level: levelOf(item.items) }))
	return { items, embeds, conditions: [], order: [] }
}

function descend(root: QueryLevel, path: Path): QueryLevel {
	let level = root
	for (const name of path) {
		const embed = findEmbed(level, name)
		if (!embed) throw notEmbeddedError(name)
		level = embed.level
	}
	return level
}

export function findEmbed(level: QueryLevel, name: string) {
	return (
		level.embeds.find(({ item }) => (item.alias ?? item.target) === name) ??
		level.embeds.find(({ item }) => item.target === name)
	)
}

/** The header applies to GET alone. */
export function rangeHeader(request: Exchange): string | null {
	return request.method === 'GET' ? request.get('range') : null
}

/**
 * Intersects `limit` and `offset` of the root level with the `Range` header.
 * @throws RestError PGRST103 when no rows remain, unless the limit is 0
 */
export function applyRangeHeader(level: QueryLevel, header: string | null): void {
	const { limit, offset = 0 } = level
	const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
	const first = from ? Number(from) : 0
	const last = to ? Number(to) : Number.POSITIVE_INFINITY
	if (last < first)
		throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
	if (limit === 0) {
		delete level.offset
		return
	}
	// An offset before the first row shortens the limit.
	const start = Math.max(offset, first)
	const end = Math.min(offset + (limit ?? Number.POSITIVE_INFINITY), last + 1)
	if (end <= start) throw rangeError('Limit should be greater than or equal to zero.')
	if (start > 0) level.offset = start
	else delete level.offset
	if (end !== Number.POSITIVE_INFINITY) level.limit = end - start
}
