import { config } from '#web/lib/client/config.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/**
 * Sends an archive as it is, so that neither the browser nor the server holds it in memory.
 * @param onProgress is told the bytes that were sent
 * @throws Error with the server's words, and AbortError
 */
export async function sendArchive(file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
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
