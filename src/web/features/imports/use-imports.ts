import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ImportRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** An import with the name of the member who began it. */
export type ListedImport = ImportRow & { by: string | null }

/** The imports of a space, newest first, and live while this screen is open. */
export function useImports(spaceId: string) {
	useLiveImports(spaceId)
	return useQuery({
		queryKey: queryKeys.imports(spaceId),
		queryFn: async (): Promise<ListedImport[]> => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('imports')
					.select('*')
					.eq('space_id', spaceId)
					.order('created_at', { ascending: false })
					.limit(100),
			)
			const ids = [...new Set(rows.flatMap(({ created_by: id }) => id ?? []))]
			const people = unwrap(await client.from('profiles').select('id, full_name, username').in('id', ids))
			const names = new Map(people.map(({ id, full_name: full, username }) => [id, full || username]))
			return rows.map((row) => ({ ...row, by: (row.created_by && names.get(row.created_by)) || null }))
		},
	})
}

/** Puts each change of an import into the list: it comes with every thousand rows. */
function useLiveImports(spaceId: string): void {
	const queries = useQueryClient()
	useEffect(() => {
		let stop = () => {}
		let isUnmounted = false
		const queryKey = queryKeys.imports(spaceId)
		const refetch = () => void refetchQueries(queries, queryKey)
		const change = (row: ImportRow) => {
			// Lists and counts of the inbox follow at its ends: its rows have no events of their own.
			if (row.state !== 'running' && row.state !== 'undoing')
				void refetchQueries(queries, queryKeys.testimonials(spaceId))
			const known = queries.getQueryData<ListedImport[]>(queryKey)?.some(({ id }) => id === row.id)
			queries.setQueryData<ListedImport[]>(queryKey, (list) =>
				list?.map((one) => (one.id === row.id ? { ...one, ...row } : one)),
			)
			// A response on its way may be older than this change, and would undo it on the screen.
			if (!known || queries.isFetching({ queryKey, exact: true }) > 0) refetch()
			void refetchQueries(queries, queryKeys.importRows(spaceId, row.id))
		}
		supabase
			.then((client) => {
				if (isUnmounted) return
				const table = { schema: 'public', table: 'imports', filter: `space_id=eq.${spaceId}` } as const
				const channel = client
					.channel(`imports:${spaceId}`)
					.on<ImportRow>('postgres_changes', { ...table, event: 'INSERT' }, refetch)
					.on<ImportRow>('postgres_changes', { ...table, event: 'UPDATE' }, ({ new: row }) => change(row))
					// Changes between the first fetch and the subscription are missing.
					.subscribe((status) => status === 'SUBSCRIBED' && refetch())
				stop = () => void client.removeChannel(channel)
			})
			.catch(() => {})
		return () => {
			isUnmounted = true
			stop()
		}
	}, [queries, spaceId])
}
