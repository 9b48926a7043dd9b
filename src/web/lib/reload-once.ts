import { fetchLostStyles } from './lost-styles.ts'
import { doesServerAnswer, untilServerAnswers } from './server-away.ts'

const reloadedFor = 'plaudit-reloaded-for'

/**
 * Loads a part of the app. A deploy removes the chunks of the version before it: the page is then reloaded once for
 * each missing chunk; when it is missing again, the error is shown instead of a loop. While the server cannot be
 * reached at all nothing is reloaded, which would leave the browser's own error page: the part comes when it answers.
 */
export async function reloadOnce<Module>(load: () => Promise<Module>): Promise<Module> {
	let isThere = false
	for (;;) {
		try {
			await fetchLostStyles()
			return await load()
		} catch (error) {
			if (!isMissingChunk(String(error))) throw error
			// Removed is only what a server lacks that was there before it was asked, and still is.
			const was = isThere
			isThere = await doesServerAnswer()
			if (was && isThere) return reloadFor(error)
			if (isThere) continue
			await untilServerAnswers()
			isThere = true
		}
	}
}

function reloadFor(error: unknown): Promise<never> {
	const missing = String(error)
	if (sessionStorage.getItem(reloadedFor) === missing) throw error
	sessionStorage.setItem(reloadedFor, missing)
	window.location.reload()
	return new Promise(() => {})
}

function isMissingChunk(message: string): boolean {
	return /dynamically imported module|importing a module script|preload css/i.test(message)
}
