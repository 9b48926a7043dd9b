import type { RecordingMessages } from '#web/i18n/en/recording.ts'

/** The texts about recordings, in the language of the page. Rejects when they cannot be loaded. */
export async function fetchRecordingWords(): Promise<RecordingMessages> {
	const address = document.querySelector<HTMLMetaElement>('meta[name=recording-words]')?.content ?? ''
	const response = await fetch(address)
	if (!response.ok) throw new Error(`${address} answered ${response.status}`)
	return response.json()
}
