import { lazyPage } from './lazy-page.ts'

// Every screen is one file `…-page.tsx` that exports `Page`; its code loads when it is first shown.
export const Auth = lazyPage(() => import('#web/features/sign-in/auth-page.tsx'))
export const Confirm = lazyPage(() => import('#web/features/sign-in/confirm-page.tsx'))
export const NewSpace = lazyPage(() => import('#web/features/spaces/start/new-space-page.tsx'))
export const Start = lazyPage(() => import('#web/features/spaces/start/start-page.tsx'))
export const Inbox = lazyPage(() => import('#web/features/inbox/inbox-page.tsx'))
export const Forms = lazyPage(() => import('#web/features/forms/forms-page.tsx'))
export const Walls = lazyPage(() => import('#web/features/walls/walls-page.tsx'))
export const WallStudio = lazyPage(() => import('#web/features/walls/studio/wall-studio-page.tsx'))
export const FormEditor = lazyPage(() => import('#web/features/forms/editor/form-editor-page.tsx'))
export const Space = lazyPage(() => import('#web/features/spaces/settings/space-page.tsx'))
export const Account = lazyPage(() => import('#web/features/account/account-page.tsx'))
export const NotFound = lazyPage(() => import('./not-found-page.tsx'))

/** Loads a screen's code before it is shown: at start, and when a link is hovered or focused. */
export function preloadPage(path: string): void {
	if (path === '/' || path === '/auth') Auth.preload()
	if (path.startsWith('/auth/')) Confirm.preload()
	if (!path.startsWith('/dashboard')) return
	if (path === '/dashboard' || path.startsWith('/dashboard/inbox')) Inbox.preload()
	if (path === '/dashboard/forms') Forms.preload()
	if (path.startsWith('/dashboard/forms/')) FormEditor.preload()
	if (path === '/dashboard/walls') Walls.preload()
	if (path.startsWith('/dashboard/walls/')) WallStudio.preload()
	if (path === '/dashboard/new') NewSpace.preload()
	if (path === '/dashboard/start') Start.preload()
	if (path.startsWith('/dashboard/space')) Space.preload()
	if (path.startsWith('/dashboard/account')) Account.preload()
}
