import { type ComponentProps, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { fetchRecordingWords } from '#web/public/collect/recording-field/fetch-words.ts'
import { createRecordingSession } from '#web/public/collect/recording-field/recording-session.ts'
import type { ReplacementData } from './replacement-data.ts'
import { ReplacementIsland, type ReplacementStart } from './replacement-island.tsx'

declare global {
	interface Window {
		/** Set by collect/recording-field/recording.tsx. */
		loadReplacement?: () => Promise<typeof import('./replacement.tsx')>
	}
}

/** The actions of the page's buttons. */
export type Replacement = { record: () => void; choose: (file: File) => void }

let opened: Promise<Replacement> | undefined

/** The replacement of the page's recording, with what an earlier visit left. Rejects when its texts cannot be loaded. */
export function openReplacement(data: ReplacementData): Promise<Replacement> {
	opened ??= open(data).catch((error) => {
		opened = undefined
		throw error
	})
	return opened
}

async function open(data: ReplacementData): Promise<Replacement> {
	const token = location.pathname.split('/').at(-1) ?? ''
	const words = await fetchRecordingWords()
	const session = createRecordingSession(data.id, { receiptToken: token }, data.kind)
	await session.restore()
	const place = document.getElementById('replacement')
	if (!place) throw new Error('The page has no place for a replacement.')
	const presses = createPresses()
	const props = { data, token, session, words: { ...words, ...data.texts } }
	// createRoot would be in the script of the form, too, which only hydrates.
	hydrateRoot(place, <Place presses={presses} {...props} />)
	return { record: () => presses.add({ kind: 'record' }), choose: (file) => presses.add({ kind: 'choose', file }) }
}

type PlaceProps = Omit<ComponentProps<typeof ReplacementIsland>, 'start'> & {
	presses: ReturnType<typeof createPresses>
}

/** While it hydrates, the place is empty as the server left it. */
function Place({ presses, ...props }: PlaceProps) {
	const last = useSyncExternalStore(presses.subscribe, presses.last, () => null)
	return last && <ReplacementIsland {...props} start={last.start} />
}

/** The last press of a button of the page. */
function createPresses() {
	let last: { start: ReplacementStart | undefined } = { start: undefined }
	const listeners = new Set<() => void>()
	return {
		last: () => last,
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		add(start: ReplacementStart) {
			last = { start }
			for (const listener of listeners) listener()
		},
	}
}
