import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import type { Sources } from './use-overview.ts'

/** Views below which the share of sends says nothing. */
export const fewestRankedViews = 50

/** `share` is the sends of each view, null below 50 views or when more was sent than seen. */
export type RankedForm = { id: string; name: string; views: number; sends: number; share: number | null }
export type RankedWall = { id: string; name: string; views: number; ownPage: number }

function sumsOf(rows: readonly DailyNumbers[], days: readonly string[], of: 'form_id' | 'wall_id') {
	const chosen = new Set(days)
	const sums = new Map<string, { views: number; sends: number; ownPage: number }>()
	for (const row of rows) {
		const id = row[of]
		if (id === null || !chosen.has(row.day)) continue
		const sum = sums.get(id) ?? { views: 0, sends: 0, ownPage: 0 }
		sum.views += of === 'form_id' ? row.form_views : row.wall_views + row.embed_views
		sum.sends += row.sends
		sum.ownPage += row.wall_views
		sums.set(id, sum)
	}
	return (id: string) => sums.get(id) ?? { views: 0, sends: 0, ownPage: 0 }
}

/** Forms that were seen or sent through, by sends per view; those with too few views follow by their views. */
export function rankForms(
	rows: readonly DailyNumbers[],
	days: readonly string[],
	forms: Sources['forms'],
): RankedForm[] {
	const sumOf = sumsOf(rows, days, 'form_id')
	return forms
		.map(({ id, name }) => {
			const { views, sends } = sumOf(id)
			return { id, name, views, sends, share: views >= fewestRankedViews && sends <= views ? sends / views : null }
		})
		.filter(({ views, sends }) => views + sends > 0)
		.sort((one, other) => (other.share ?? -1) - (one.share ?? -1) || other.views - one.views)
}

/** Walls that were seen, the one with the most views first. */
export function rankWalls(
	rows: readonly DailyNumbers[],
	days: readonly string[],
	walls: Sources['walls'],
): RankedWall[] {
	const sumOf = sumsOf(rows, days, 'wall_id')
	return walls
		.map(({ id, name }) => ({ id, name, views: sumOf(id).views, ownPage: sumOf(id).ownPage }))
		.filter(({ views }) => views > 0)
		.sort((one, other) => other.views - one.views)
}
