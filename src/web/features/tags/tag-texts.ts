import { formatCount, formatList } from '#web/lib/format/format.ts'
import type { ListedTag } from './use-tags.ts'

const wallNames = (walls: readonly { name: string }[]): string =>
	`${walls.length === 1 ? 'The wall' : 'The walls'} ${formatList(walls.map(({ name }) => `“${name}”`))}`

/** The effect of a merge, before it is done. */
export function mergeText(from: ListedTag, into: ListedTag): string {
	const carried =
		from.count === 0
			? `No testimonial has “${from.name}”, which goes.`
			: `${formatCount(from.count, 'testimonial')} of “${from.name}” ${from.count === 1 ? 'gets' : 'get'} “${into.name}”, and “${from.name}” goes.`
	if (from.walls.length === 0) return carried
	return `${carried} ${wallNames(from.walls)} then ${from.walls.length === 1 ? 'selects' : 'select'} by “${into.name}”.`
}

/** The effect of a deletion, before it is done: sentences. */
export function deletionTexts({ name, count, walls }: ListedTag): string[] {
	const empty = walls.filter((wall) => wall.isByThisAlone)
	const others = walls.filter((wall) => !wall.isByThisAlone)
	return [
		count === 0
			? `No testimonial has “${name}”.`
			: `${formatCount(count, 'testimonial')} ${count === 1 ? 'loses' : 'lose'} this tag. ${count === 1 ? 'It stays' : 'They stay'} in the inbox.`,
		...(empty.length > 0
			? [
					`${wallNames(empty)} ${empty.length === 1 ? 'selects' : 'select'} by this tag alone and ${empty.length === 1 ? 'shows' : 'show'} only what was placed by hand, until you choose other tags.`,
				]
			: []),
		...(others.length > 0
			? [`${wallNames(others)} no longer ${others.length === 1 ? 'shows' : 'show'} what has this tag alone.`]
			: []),
	]
}
