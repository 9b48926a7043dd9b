import { describe, expect, it } from 'vitest'
import { safeRedirect, signInPath } from './auth-redirect.ts'

const origin = 'https://praise.test'

describe('where a person goes after signing in', () => {
	it('keeps paths of this origin with their query and fragment', () => {
		expect(safeRedirect('/dashboard/inbox?status=pending#t', origin)).toBe(
			'/dashboard/inbox?status=pending#t',
		)
	})
	it.each([
		null,
		'',
		'dashboard',
		'//evil.test/x',
		'/\\evil.test',
		'\\\\evil.test',
		'/\t/evil.test',
		'/\n/evil.test',
		'/./\\evil.test',
		'/..//evil.test',
		'https://evil.test',
		'https:evil.test',
		'javascript:alert(1)',
		'data:text/html,x',
		'/auth',
		'/auth/confirm?token_hash=x',
	])('sends %j to the dashboard', (wanted) => {
		const path = safeRedirect(wanted, origin)
		expect(path).toBe('/dashboard')
	})
	it('never leaves the origin, whatever the path holds', () => {
		for (const wanted of ['/@evil.test', '/%2f%2fevil.test', '/x//evil.test', '/?next=//evil.test'])
			expect(new URL(safeRedirect(wanted, origin), origin).origin).toBe(origin)
	})
	it('remembers what was wanted, in an address that can be read back', () => {
		const path = signInPath('/dashboard/inbox?status=a&b=c')
		const wanted = new URL(path, origin).searchParams.get('redirect')
		expect(safeRedirect(wanted, origin)).toBe('/dashboard/inbox?status=a&b=c')
		expect(signInPath('/dashboard')).toBe('/auth?redirect=%2Fdashboard')
	})
})
