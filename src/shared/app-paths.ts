/** The addresses of the app before sign-in. `:name` stands for one segment. */
export const publicPaths = ['/auth', '/auth/confirm'] as const

/** The addresses before sign-in that contain a token. */
export const secretPaths = ['/join/:token'] as const

/** The addresses behind sign-in whose screens fill the window. */
export const fullPaths = ['/dashboard/new', '/dashboard/new/archive', '/dashboard/start'] as const

/** The addresses behind sign-in whose screens stand below the header. */
export const shellPaths = [
	'/dashboard/overview',
	'/dashboard/inbox',
	'/dashboard/inbox/:testimonialId',
	'/dashboard/forms',
	'/dashboard/forms/:formId',
	'/dashboard/invitations',
	'/dashboard/invitations/events',
	'/dashboard/invitations/new',
	'/dashboard/walls',
	'/dashboard/walls/:wallId',
	'/dashboard/account',
	'/dashboard/instance',
] as const

/** The addresses of the screens under Space. */
export const spacePaths = [
	'/dashboard/space',
	'/dashboard/space/members',
	'/dashboard/space/notifications',
	'/dashboard/space/customer-mails',
	'/dashboard/space/verification',
	'/dashboard/space/tags',
	'/dashboard/space/export',
	'/dashboard/space/people',
	'/dashboard/space/history',
	'/dashboard/space/import',
	'/dashboard/space/connections',
	'/dashboard/space/connections/:service',
	'/dashboard/space/keys',
	'/dashboard/space/keys/new',
	'/dashboard/space/webhooks',
	'/dashboard/space/webhooks/:webhookId',
] as const

/** Addresses that lead to another one of the app. */
export const redirectPaths = ['/dashboard'] as const

const patterns = [...publicPaths, ...fullPaths, ...shellPaths, ...spacePaths, ...redirectPaths].map(
	(path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/*$`, 'i'),
)

/** True when the app has a screen at a path. As in its router, case and closing slashes make no difference. */
export const isAppPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
