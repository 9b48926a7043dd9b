import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'

type PageModule = { Page: ComponentType }

/** A screen whose code arrives when it is first shown; `preload` asks for it earlier (hover, start). */
export type LazyPage = LazyExoticComponent<ComponentType> & { preload: () => void }

/** Wraps `() => import('…-page.tsx')`; the module exports its screen as `Page`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
	const page = lazy(async () => ({ default: (await reloadOnce(load)).Page }))
	return Object.assign(page, { preload: () => void load().catch(() => {}) })
}
