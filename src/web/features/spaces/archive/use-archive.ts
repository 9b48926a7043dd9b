import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { config } from '#web/lib/client/config.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

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

/**
 * Sends an archive as it is, so that neither the browser nor the server holds it in memory.
 * @param onProgress is told the bytes that were sent
 * @throws Error with the server's words, and AbortError
 */
async function sendArchive(file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
	const [client, { url, anonKey }] = await Promise.all([supabase, config])
	const { data } = await client.auth.getSession()
	signal.throwIfAborted()
	// `fetch` does not tell how much of a body was sent.
	const request = new XMLHttpRequest()
	const answered = new Promise<void>((resolve, reject) => {
		request.upload.onprogress = ({ loaded }) => onProgress(loaded)
		request.onload = () => (request.status === 202 ? resolve() : reject(new Error(wordsOf(request))))
		request.onerror = () => reject(new Error('The connection broke off. Nothing was kept. Send the file again.'))
		request.onabort = () => reject(signal.reason)
	})
	signal.addEventListener('abort', () => request.abort())
	request.open('POST', `${url}/functions/v1/archive?name=${encodeURIComponent(file.name)}`)
	request.setRequestHeader('apikey', anonKey)
	request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`)
	request.setRequestHeader('content-type', 'application/zip')
	request.send(file)
	return answered
}

function wordsOf({ responseText, status }: XMLHttpRequest): string {
	try {
		const { error } = JSON.parse(responseText) as { error?: { message?: string; fields?: Record<string, string> } }
		const words = Object.values(error?.fields ?? {})[0] ?? error?.message
		if (words) return words
	} catch {
		// A proxy may answer with a page of its own.
	}
	return status === 413
		? 'The archive is larger than this server takes.'
		: 'The server did not take the file. Please try again.'
}
