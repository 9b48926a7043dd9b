import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ArchiveImportRow } from '#shared/import/archive-import.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { sendArchive } from './send-archive.ts'

const pollMilliseconds = 1000

/** The archive that the person brought last, or null; asked for every second while a job works on it. */
export function useArchive() {
	const { id } = useUser()
	return useQuery({
		queryKey: queryKeys.archive(id),
		queryFn: async (): Promise<ArchiveImportRow | null> =>
			unwrap(await (await supabase).from('archive_imports').select('*').limit(1))[0] ?? null,
		refetchInterval: ({ state }) =>
			state.data?.state === 'reading' || state.data?.state === 'loading' ? pollMilliseconds : false,
	})
}

/** Sends a file, of which `sent` bytes are there; `stop` ends it. */
export function useSendArchive() {
	const { id } = useUser()
	const queries = useQueryClient()
	const [sent, setSent] = useState(0)
	const sending = useRef<AbortController>(null)
	const send = useMutation({
		mutationFn: async (file: File) => {
			sending.current = new AbortController()
			setSent(0)
			await sendArchive(file, setSent, sending.current.signal)
		},
		onSettled: () => refetchQueries(queries, queryKeys.archive(id)),
	})
	return { ...send, sent, stop: () => sending.current?.abort() }
}

/** Has the server load the archive. A slug replaces that of its first form. */
export function useLoadArchive({ id }: ArchiveImportRow) {
	const { id: userId } = useUser()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (how: { slug: string; with_invitations: boolean }) =>
			throwIfError(await (await supabase).rpc('load_archive', { archive_id: id, ...how })),
		onSettled: () => refetchQueries(queries, queryKeys.archive(userId)),
	})
}

/** Removes the archive, or stops the work on it. */
export function useRemoveArchive({ id }: ArchiveImportRow) {
	const { id: userId } = useUser()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async () => throwIfError(await (await supabase).rpc('remove_archive', { archive_id: id })),
		onSettled: () => refetchQueries(queries, queryKeys.archive(userId)),
	})
}
