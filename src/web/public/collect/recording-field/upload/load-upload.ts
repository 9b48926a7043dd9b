const load = async () => (await import('./upload-recording.ts')).uploadRecording

/** Loads the code of uploads while the visitor records, so that a take can be used while the server cannot be reached. */
export function preloadUpload(): void {
	// Its failure is reported when it is needed.
	load().catch(() => undefined)
}

/**
 * The code of uploads. Offline, `wait` is called and it is loaded when the connection returns. Rejects when the server does not
 * have it.
 */
export function loadUpload(wait: () => void, signal: AbortSignal): ReturnType<typeof load> {
	return load().catch(async (error) => {
		if (navigator.onLine) throw error
		wait()
		await new Promise<void>((resolve, reject) => {
			addEventListener('online', () => resolve(), { once: true, signal })
			signal.addEventListener('abort', () => reject(signal.reason), { once: true })
		})
		return load()
	})
}
