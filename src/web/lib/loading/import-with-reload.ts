import { type ComponentType, lazy } from 'react'
import { isServerReady, waitForServer } from './server-reachability.ts'

const reloadKey = 'plaudit-reloaded-for'

/**
 * Imports a part of the app. A deploy removes old chunks, so the page reloads once per missing chunk; if it is
 * missing again, the error is shown. While the server is unreachable nothing reloads; the import is retried when it
 * answers.
 */
export async function importWithReload<Module>(load: () => Promise<Module>): Promise<Module> {
	let isThere = false
	for (;;) {
		try {
			await retryFailedStyles()
			return await load()
		} catch (error) {
			if (!isMissingChunk(String(error))) throw error
			// A chunk counts as removed only if the server was reachable before and after the request.
			const was = isThere
			isThere = await isServerReady()
			if (was && isThere) return reloadPageOnce(error)
			if (isThere) continue
			await waitForServer()
			isThere = true
		}
	}
}

/** A component whose code loads when it is first rendered; `load` resolves with it. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
	return lazy(async () => ({ default: await importWithReload(load) }))
}

function reloadPageOnce(error: unknown): Promise<never> {
	const missing = String(error)
	if (sessionStorage.getItem(reloadKey) === missing) throw error
	sessionStorage.setItem(reloadKey, missing)
	window.location.reload()
	return new Promise(() => {})
}

function isMissingChunk(message: string): boolean {
	return /dynamically imported module|importing a module script|preload css/i.test(message)
}

const failedLinks = new Set<HTMLLinkElement>()

addEventListener(
	'error',
	({ target }) => {
		if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
	},
	true,
)

/**
 * Loads style sheets again that failed: the bundler requests each only once, so a later retry of the import would
 * render without them. Rejects when they fail again.
 */
async function retryFailedStyles(): Promise<void> {
	const again = [...failedLinks].map((link) => {
		const next = link.cloneNode() as HTMLLinkElement
		failedLinks.delete(link)
		link.replaceWith(next)
		return new Promise<void>((resolve, reject) => {
			next.onload = () => resolve()
			next.onerror = () => reject(new Error('Unable to preload CSS again.'))
		})
	})
	await Promise.all(again)
}
