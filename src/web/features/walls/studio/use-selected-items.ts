import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asPinned, type WallCounts, type WallItem, type WallSelection } from '#shared/wall.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

type Row = { id: string; item: string }

export type SelectedItems = { items: WallItem[]; counts: WallCounts }

/** What a draft selects from the published testimonials: its first items and the exact counts. */
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
	const published = () => client.from('public_testimonials')
	const inSpace = () => published().select('id,item').eq('space_id', spaceId)
	const [byHand, byRule, counted] = await Promise.all([
		fixed.length > 0 ? inSpace().in('id', first) : { data: [], error: null },
		selection.ids.length > 0
			? { data: [], error: null }
			: applySelection(inSpace(), selection, first)
					.order('is_pinned', { ascending: false })
					.order('approved_at', { ascending: false })
					.order('id', { ascending: false })
					.limit(24),
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
		counts: { ...counts, chosen: Math.min(counts.chosen, selection.limit ?? Number.MAX_SAFE_INTEGER) },
	}
}

/** The query builder methods that the rules use, for any selected columns. */
type Filterable = {
	in(column: string, values: readonly string[]): Filterable
	gte(column: string, value: string): Filterable
	overlaps(column: string, values: readonly string[]): Filterable
	not(column: string, operator: string, value: string): Filterable
}

function applySelection<Query>(query: Query, rule: WallSelection, without: readonly string[]): Query {
	let narrowed = query as unknown as Filterable
	if (rule.kinds.length > 0) narrowed = narrowed.in('kind', rule.kinds)
	if (rule.forms.length > 0) narrowed = narrowed.in('form_id', rule.forms)
	if (rule.min_date) narrowed = narrowed.gte('submitted_at', rule.min_date)
	if (rule.tags.length > 0) narrowed = narrowed.overlaps('tag_ids', rule.tags)
	if (without.length > 0) narrowed = narrowed.not('id', 'in', `(${without.join(',')})`)
	return narrowed as unknown as Query
}
