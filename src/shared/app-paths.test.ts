import { expect, it } from 'vitest'
import { isAppPath } from './app-paths.ts'

it('a path that the app has a screen for is one of its own, with any case and closing slash', () => {
	for (const path of ['/auth', '/auth/confirm', '/dashboard', '/dashboard/inbox', '/dashboard/Inbox/', '/dashboard/'])
		expect(isAppPath(path)).toBe(true)
	for (const path of ['/dashboard/forms/1c9a', '/dashboard/walls/1c9a', '/dashboard/inbox/1c9a'])
		expect(isAppPath(path)).toBe(true)
})

it('a path that the app has no screen for is none of its own', () => {
	for (const path of ['/', '/dashboard/nope', '/dashboard/forms/1c9a/nope', '/dashboardinbox', '/auth/nope'])
		expect(isAppPath(path)).toBe(false)
})
