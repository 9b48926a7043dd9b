import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type PageModule = { Page: ComponentType }

/** A screen whose code arrives when it is first shown; `preload` asks for it earlier (hover, start). */
export type LazyPage = LazyExoticComponent<ComponentType> & { preload: () => void }

const reloadedFor = 'plaudit-reloaded-for'

/** Wraps `() => import('…-page.tsx')`; the module exports its screen as `Page`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
	const page = lazy(async () => ({ default: (await reloadOnce(load)).Page }))
	return Object.assign(page, { preload: () => void load().catch(() => {}) })
}

/**
 * A deploy removes the chunks of the version before it. The page is then reloaded once for each
 * missing chunk; when it is missing again, the error is shown instead of a loop.
 */
async function reloadOnce<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await load()
	} catch (error) {
		const missing = String(error)
		const again = sessionStorage.getItem(reloadedFor) === missing
		if (again || !navigator.onLine || !isMissingChunk(missing)) throw error
		sessionStorage.setItem(reloadedFor, missing)
		window.location.reload()
		return new Promise<Module>(() => {})
	}
}

function isMissingChunk(message: string): boolean {
	return /dynamically imported module|importing a module script|preload css/i.test(message)
}
