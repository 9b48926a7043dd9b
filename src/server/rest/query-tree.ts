import type { Condition, EmbedItem, OrderTerm, Path, RestQuery, SelectItem } from './ast.ts'
import { notEmbedded } from './problem.ts'

/** One level of a read: the root or an embed, with all that the query string said about it. */
export type Level = {
	items: readonly SelectItem[]
	embeds: readonly { item: EmbedItem; level: Level }[]
	conditions: Condition[]
	order: OrderTerm[]
	limit?: number
	offset?: number
}

/**
 * Hangs filters, orders and limits on the embeds that their keys address.
 * @throws RestProblem PGRST108 when a key addresses an embed that is not selected
 */
export function buildTree(query: RestQuery): Level {
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

function levelOf(items: readonly SelectItem[]): Level {
	const embeds = items
		.filter((item) => item.kind === 'embed')
		.map((item) => ({ item, level: levelOf(item.items) }))
	return { items, embeds, conditions: [], order: [] }
}

function descend(root: Level, path: Path): Level {
	let level = root
	for (const name of path) {
		const embed = findEmbed(level, name)
		if (!embed) throw notEmbedded(name)
		level = embed.level
	}
	return level
}

/** An embed by its alias, or by its target's name. */
export function findEmbed(level: Level, name: string) {
	return (
		level.embeds.find(({ item }) => (item.alias ?? item.target) === name) ??
		level.embeds.find(({ item }) => item.target === name)
	)
}
