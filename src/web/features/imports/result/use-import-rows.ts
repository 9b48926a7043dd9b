import { useInfiniteQuery } from '@tanstack/react-query'
import type { ImportRowRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** Which rows are listed: those that need a look, or all. */
export type RowsShown = 'others' | 'all'

const pageSize = 100

/** The rows of an import in their order, page by page. */
export function useImportRows(spaceId: string, importId: string, shown: RowsShown) {
	return useInfiniteQuery({
		queryKey: [...queryKeys.importRows(spaceId, importId), shown],
		initialPageParam: 0,
		queryFn: async ({ pageParam: after, signal }) =>
			loadRows(await supabase, spaceId, importId, { shown, after, limit: pageSize, signal }),
		getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.row),
	})
}

/** A page of the rows behind one of them. */
export async function loadRows(
	client: Client,
	spaceId: string,
	importId: string,
	{ shown, after, limit, signal }: { shown: RowsShown; after: number; limit: number; signal?: AbortSignal },
): Promise<ImportRowRow[]> {
	let query = client.from('import_rows').select('*').eq('space_id', spaceId).eq('import_id', importId).gt('row', after)
	if (shown === 'others') query = query.or('outcome.in.(duplicate,refused),links.not.is.null')
	if (signal) query = query.abortSignal(signal) as typeof query
	return unwrap(await query.order('row').limit(limit))
}
