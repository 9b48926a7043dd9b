import { lazyPage } from './lazy-page.ts'

// What stands around the screens behind sign-in.
export const Dashboard = lazyPage(() => import('./dashboard.tsx'))
export const Shell = lazyPage(() => import('./shell.tsx'))

/** Asks for the frames' code at once when the page opens behind sign-in. */
export function preloadFrames(path: string): void {
	if (!path.startsWith('/dashboard')) return
	Dashboard.preload()
	Shell.preload()
}
