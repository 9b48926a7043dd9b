import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { fullPaths, publicPaths, secretPaths, shellPaths, spacePaths } from '#shared/app-paths.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'

/** Wraps `() => import('…-page.tsx')`, whose screen is exported as `Page`; `preload` loads it earlier (hover, start). */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>) {
	const page = lazyComponent(async () => (await load()).Page)
	return Object.assign(page, { preload: () => void load().catch(() => {}) })
}

type Pages<Paths extends readonly string[]> = Record<Paths[number], ReturnType<typeof lazyPage>>

/** The screens before sign-in, by path. */
export const publicPages: Pages<readonly [...typeof publicPaths, ...typeof secretPaths]> = {
	'/auth': lazyPage(() => import('#web/features/sign-in/auth-page.tsx')),
	'/auth/confirm': lazyPage(() => import('#web/features/sign-in/confirm-page.tsx')),
	'/join/:token': lazyPage(() => import('#web/features/sign-in/join/join-page.tsx')),
}

/** The screens behind sign-in that fill the window. */
export const fullPages: Pages<typeof fullPaths> = {
	'/dashboard/new': lazyPage(() => import('#web/features/spaces/start/new-space-page.tsx')),
	'/dashboard/new/archive': lazyPage(() => import('#web/features/spaces/archive/archive-page.tsx')),
	'/dashboard/start': lazyPage(() => import('#web/features/spaces/start/start-page.tsx')),
}

/** The screens behind sign-in below the header. */
export const shellPages: Pages<typeof shellPaths> = {
	'/dashboard/overview': lazyPage(() => import('#web/features/overview/overview-page.tsx')),
	'/dashboard/inbox': lazyPage(() => import('#web/features/inbox/inbox-page.tsx')),
	'/dashboard/inbox/:testimonialId': lazyPage(() => import('#web/features/inbox/open-testimonial-page.tsx')),
	'/dashboard/forms': lazyPage(() => import('#web/features/forms/forms-page.tsx')),
	'/dashboard/forms/:formId': lazyPage(() => import('#web/features/forms/editor/form-editor-page.tsx')),
	'/dashboard/invitations': lazyPage(() => import('#web/features/invitations/list/invitations-page.tsx')),
	'/dashboard/invitations/events': lazyPage(() => import('#web/features/invitations/events/events-page.tsx')),
	'/dashboard/invitations/new': lazyPage(() => import('#web/features/invitations/compose/compose-page.tsx')),
	'/dashboard/walls': lazyPage(() => import('#web/features/walls/walls-page.tsx')),
	'/dashboard/walls/:wallId': lazyPage(() => import('#web/features/walls/studio/wall-studio-page.tsx')),
	'/dashboard/account': lazyPage(() => import('#web/features/account/account-page.tsx')),
	'/dashboard/instance': lazyPage(() => import('#web/features/instance/instance-page.tsx')),
}

/** The screens under Space, beside its side list. */
export const spacePages: Pages<typeof spacePaths> = {
	'/dashboard/space': lazyPage(() => import('#web/features/spaces/settings/space-page.tsx')),
	'/dashboard/space/members': lazyPage(() => import('#web/features/team/members-page.tsx')),
	'/dashboard/space/verification': lazyPage(() => import('#web/features/spaces/settings/verification-page.tsx')),
	'/dashboard/space/tags': lazyPage(() => import('#web/features/tags/tags-page.tsx')),
	'/dashboard/space/export': lazyPage(() => import('#web/features/exports/export-page.tsx')),
	'/dashboard/space/people': lazyPage(() => import('#web/features/people/people-page.tsx')),
	'/dashboard/space/history': lazyPage(() => import('#web/features/history/history-page.tsx')),
	'/dashboard/space/import': lazyPage(() => import('#web/features/imports/import-page.tsx')),
	'/dashboard/space/notifications': lazyPage(() => import('#web/features/notifications/notifications-page.tsx')),
	'/dashboard/space/customer-mails': lazyPage(() => import('#web/features/customer-mails/customer-mails-page.tsx')),
	'/dashboard/space/connections': lazyPage(() => import('#web/features/connections/connections-page.tsx')),
	'/dashboard/space/connections/:service': lazyPage(
		() => import('#web/features/connections/services/service-page.tsx'),
	),
	'/dashboard/space/keys': lazyPage(() => import('#web/features/connections/keys/keys-page.tsx')),
	'/dashboard/space/keys/new': lazyPage(() => import('#web/features/connections/keys/new-key-page.tsx')),
	'/dashboard/space/webhooks': lazyPage(() => import('#web/features/connections/webhooks/webhooks-page.tsx')),
	'/dashboard/space/webhooks/:webhookId': lazyPage(() => import('#web/features/connections/webhooks/webhook-page.tsx')),
}

export const NotFound = lazyPage(() => import('./not-found-page.tsx'))

const redirects: Record<string, string> = { '/': '/auth', '/dashboard': '/dashboard/overview' }

/** Loads a screen's code before it is shown: at start, and when a link is hovered or focused. */
export function preloadPage(path: string): void {
	const target = redirects[path] ?? path
	for (const [pattern, page] of Object.entries({ ...publicPages, ...fullPages, ...shellPages, ...spacePages }))
		if (matchPath(pattern, target)) page.preload()
}
