import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'

type PageModule = { Page: ComponentType }

/** A screen whose code loads when it is first shown; `preload` loads it earlier (hover, start). */
export type LazyPage = LazyExoticComponent<ComponentType> & { preload: () => void }

/** Wraps `() => import('…-page.tsx')`; the module exports its screen as `Page`. */
export function lazyPage(load: () => Promise<PageModule>): LazyPage {
	const page = lazy(async () => ({ default: (await importWithReload(load)).Page }))
	return Object.assign(page, { preload: () => void load().catch(() => {}) })
}
