import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ExportRow } from '#shared/rows.ts'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

const pollMilliseconds = 1000
/** Seconds for which the address of a file works; the download itself may take longer. */
const linkSeconds = 60

/** A file with the name of the member who asked for it; null for one who left. */
export type MadeExport = ExportRow & { maker: { username: string | null; full_name: string | null } | null }

export const isBeingMade = ({ state }: ExportRow) => state === 'queued' || state === 'running'

/** The files that were made of a space, the newest first; asked for every second while one is being made. */
export function useExports(spaceId: string) {
	return useQuery({
		queryKey: queryKeys.exports(spaceId),
		queryFn: async () =>
			unwrap(
				await (await supabase)
					.from('exports')
					.select('*, maker:profiles(username, full_name)')
					.eq('space_id', spaceId)
					.order('created_at', { ascending: false })
					.order('id'),
			),
		refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? pollMilliseconds : false),
	})
}

/** Counts and sizes of what an archive holds, by part. For owners. */
export function useExportSizes(spaceId: string, enabled: boolean) {
	return useQuery({
		queryKey: queryKeys.exportSizes(spaceId),
		enabled,
		queryFn: async () => {
			const parts = unwrap(await (await supabase).rpc('export_sizes', { space_id: spaceId }))
			return new Map(parts.map(({ part, counts, bytes }) => [part, { counts, bytes }]))
		},
	})
}

/** Asks for a file; its id. */
export function useMakeExport(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wanted: { format: ExportRow['format']; with_emails: boolean }) =>
			unwrap(await (await supabase).rpc('make_export', { space_id: spaceId, ...wanted })),
		onSettled: () => refetchQueries(queries, queryKeys.exports(spaceId)),
	})
}

/** Removes a file, or stops making it. */
export function useRemoveExport(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ id }: ExportRow) =>
			throwIfError(await (await supabase).rpc('remove_export', { export_id: id })),
		onSuccess: (_, row) => void toast(isBeingMade(row) ? 'Stopped. Nothing was kept' : 'The file was removed'),
		onError: (error) => void toast(errorMessage(error)),
		onSettled: () => refetchQueries(queries, queryKeys.exports(spaceId)),
	})
}

/** Downloads a file by a signed address, so that the browser writes it straight to the disk. */
export function useDownload() {
	return useMutation({
		mutationFn: async (row: ExportRow) => {
			const { storage } = await supabase
			const signed = await storage
				.from('exports')
				.createSignedUrl(row.path ?? '', linkSeconds, { download: fileName(row) })
			const link = document.createElement('a')
			link.href = unwrap(signed).signedUrl
			link.download = fileName(row)
			link.click()
		},
		onError: (error) => void toast(errorMessage(error)),
	})
}

/** `fernhill-2026-11-20.zip`: the stored name has a part of the id, too. */
export const fileName = ({ path }: ExportRow): string =>
	(path ?? '').replace(/^.*\//, '').replace(/-[0-9a-f]{8}(?=\.\w+$)/, '')
