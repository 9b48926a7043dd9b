import type { ComponentType } from 'react'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'

/** Wraps `() => import('…-page.tsx')`, whose screen is exported as `Page`; `preload` loads it earlier (hover, start). */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>) {
	const page = lazyComponent(async () => (await load()).Page)
	return Object.assign(page, { preload: () => void load().catch(() => {}) })
}
