import { useQuery } from '@tanstack/react-query'
import type { WallItem, WallSelection } from '#shared/wall/wall.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** A published testimonial as the order shows it: its author and first words. */
export type OrderEntry = { id: string; name: string; text: string }

type Row = { id: string | null; author_name: string | null; body: string | null }

const columns = 'id,author_name,body'
/** Ids in one request: an address may have 16 KB. */
const batchSize = 100

/** Ids that rows of a space ask for before the next request leaves. */
type Batch = Map<string, (entry: Promise<OrderEntry | null>) => void>
const batches = new Map<string, Batch>()

/** A placed testimonial; null when it is not published, undefined while it is read. Rows that appear together are read together. */
export function useOrderEntry(spaceId: string, id: string): OrderEntry | null | undefined {
	const { data } = useQuery({
		queryKey: [...queryKeys.testimonials(spaceId), 'to-order', id],
		queryFn: () => loadEntry(spaceId, id),
	})
	return data
}

function loadEntry(spaceId: string, id: string): Promise<OrderEntry | null> {
	const batch = batches.get(spaceId) ?? openBatch(spaceId)
	return new Promise((resolve) => batch.set(id, resolve))
}

function openBatch(spaceId: string): Batch {
	const batch: Batch = new Map()
	batches.set(spaceId, batch)
	setTimeout(() => {
		batches.delete(spaceId)
		const ids = [...batch.keys()]
		for (let at = 0; at < ids.length; at += batchSize) {
			const some = ids.slice(at, at + batchSize)
			const read = readEntries(spaceId, some)
			for (const id of some) batch.get(id)?.(read.then((entries) => entries.get(id) ?? null))
		}
	})
	return batch
}

async function readEntries(spaceId: string, ids: string[]): Promise<Map<string, OrderEntry>> {
	const published = (await supabase).from('public_testimonials').select(columns).eq('space_id', spaceId)
	const rows = unwrap(await published.in('id', ids)) as Row[]
	return new Map(rows.map((row) => [String(row.id), toEntry(row)]))
}

const toEntry = ({ id, author_name, body }: Row): OrderEntry => ({
	id: String(id),
	name: author_name ?? 'Name withheld',
	text: (body ?? '').slice(0, 120),
})

/** Most results that one search reads. */
export const searchSize = 60

const anything: WallSelection = { tags: [], kinds: [], forms: [], min_date: null, ids: [], limit: null }

/** Published testimonials whose author or words contain a text, the latest approved first; without a text in the order of walls. */
export function useOrderSearch(spaceId: string, text: string, wanted: boolean) {
	const settled = useDebounced(text.trim(), 250)
	return useQuery({
		queryKey: [...queryKeys.testimonials(spaceId), 'to-order', 'search', settled],
		enabled: wanted,
		queryFn: async (): Promise<OrderEntry[]> => {
			const client = await supabase
			if (!settled) {
				const first = { space_id: spaceId, selection: anything, most: searchSize }
				const items = unwrap(await client.rpc('selection_items', first)).map(({ item }): WallItem => JSON.parse(item))
				return items.map(({ id, author, text }) => toEntry({ id, author_name: author.name, body: text }))
			}
			const pattern = quoted(`*${settled.replace(/[%_\\]/g, '\\$&').replaceAll('*', '')}*`)
			const published = client.from('public_testimonials').select(columns).eq('space_id', spaceId)
			const matching = published.or(`author_name.ilike.${pattern},body.ilike.${pattern}`)
			const found = await matching.order('approved_at', { ascending: false }).order('id').limit(searchSize)
			return (unwrap(found) as Row[]).map(toEntry)
		},
		placeholderData: (before) => before,
	})
}

/** A value inside a logical filter, in which commas and brackets would end it. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
