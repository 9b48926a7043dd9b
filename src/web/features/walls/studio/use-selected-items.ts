import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asPinned, type WallCounts, type WallItem, type WallSelection } from '#shared/wall/wall.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

type Row = { id: string; item: string }

export type SelectedItems = { items: WallItem[]; counts: WallCounts }

/** The selection of a draft from the published testimonials: its first items, and their number. */
export function useSelectedItems(spaceId: string, selection: WallSelection, fixed: readonly string[]) {
	const settled = useDebounced(JSON.stringify({ selection, fixed }), 250)
	return useQuery({
		queryKey: [...queryKeys.testimonials(spaceId), 'chosen', settled],
		queryFn: async (): Promise<SelectedItems> => {
			const wanted = JSON.parse(settled) as { selection: WallSelection; fixed: string[] }
			return loadSelectedItems(await supabase, spaceId, wanted.selection, wanted.fixed)
		},
		placeholderData: keepPreviousData,
	})
}

/** The most that a preview reads of the order by hand: more than any layout shows, and few enough for an address of 16 KB. */
const readByHand = 100

async function loadSelectedItems(
	client: Client,
	spaceId: string,
	selection: WallSelection,
	placed: readonly string[],
): Promise<SelectedItems> {
	const fixed = [...new Set([...placed, ...selection.ids])]
	const first = fixed.slice(0, readByHand)
	const isFixed = new Set(fixed)
	const [byHand, byRule, counted] = await Promise.all([
		fixed.length > 0
			? client.from('public_testimonials').select('id,item').eq('space_id', spaceId).in('id', first)
			: { data: [], error: null },
		selection.ids.length > 0
			? { data: [], error: null }
			: client.rpc('selection_items', { space_id: spaceId, selection, without: first }),
		client.rpc('selection_counts', { space_id: spaceId, selection, placed: [...placed] }),
	])
	const handRows = unwrap(byHand) as Row[]
	const placedRows = first.flatMap((id) => handRows.find((row) => row.id === id) ?? [])
	const rows = [...placedRows, ...(unwrap(byRule) as Row[]).filter((row) => !isFixed.has(row.id))]
	const counts = unwrap(counted)
	return {
		items: rows
			.slice(0, selection.limit ?? rows.length)
			.map((row) => JSON.parse(isFixed.has(row.id) ? asPinned(row.item) : row.item)),
		counts:
			selection.limit !== null && counts.chosen >= selection.limit
				? { ...counts, chosen: selection.limit, is_least: false }
				: counts,
	}
}
