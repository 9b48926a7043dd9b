import { type HeldTake, readHeldTake } from './held-take.ts'

/** Saves a take as a file on the device, as a download. */
export async function saveTake(take: HeldTake): Promise<void> {
	const file = await readHeldTake(take)
	if (!file) return
	const link = document.createElement('a')
	link.href = URL.createObjectURL(file)
	link.download =
		take.name ?? `${take.kind}-${new Date(take.createdAt).toISOString().slice(0, 10)}.${extensionOf(take)}`
	link.click()
	// The download may begin after the click.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const extensions = { webm: 'webm', matroska: 'mkv', ogg: 'ogg', mpeg: 'mp3', flac: 'flac', aac: 'aac' }

function extensionOf({ kind, mime }: HeldTake): string {
	const known = Object.entries(extensions).find(([subtype]) => mime.includes(subtype))
	return known?.[1] ?? (kind === 'video' ? 'mp4' : 'm4a')
}
