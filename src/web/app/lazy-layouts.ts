import { lazyPage } from './lazy-pages.ts'

// The layouts around the screens behind sign-in.
export const Dashboard = lazyPage(() => import('./dashboard.tsx'))
export const Shell = lazyPage(() => import('./shell/shell.tsx'))
export const SpaceFrame = lazyPage(() => import('./shell/space-frame.tsx'))

/** Loads the layouts at once when the page opens behind sign-in. */
export function preloadLayouts(path: string): void {
	if (!path.startsWith('/dashboard')) return
	Dashboard.preload()
	Shell.preload()
	if (path.startsWith('/dashboard/space')) SpaceFrame.preload()
}
