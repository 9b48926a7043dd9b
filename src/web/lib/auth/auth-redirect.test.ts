import { describe, expect, it } from 'vitest'
import { pathOnOrigin, safeRedirect, signInPath } from './auth-redirect.ts'

const origin = 'https://praise.test'

describe('redirect targets', () => {
	it('the redirect target keeps a path of this origin with query and fragment', () => {
		expect(safeRedirect('/dashboard/inbox?status=pending#t', origin)).toBe('/dashboard/inbox?status=pending#t')
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
	])('the redirect target %s becomes the dashboard', (wanted) => {
		const path = safeRedirect(wanted, origin)
		expect(path).toBe('/dashboard')
	})
	it('the redirect target never leaves the origin', () => {
		for (const wanted of ['/@evil.test', '/%2f%2fevil.test', '/x//evil.test', '/?next=//evil.test'])
			expect(new URL(safeRedirect(wanted, origin), origin).origin).toBe(origin)
	})
	it('the requested path is stored in a URL that can be parsed back', () => {
		const path = signInPath('/dashboard/inbox?status=a&b=c')
		const wanted = new URL(path, origin).searchParams.get('redirect')
		expect(safeRedirect(wanted, origin)).toBe('/dashboard/inbox?status=a&b=c')
		expect(signInPath('/dashboard')).toBe('/auth?redirect=%2Fdashboard')
	})
})

it.each([
	['https://praise.test/dashboard/walls?a=1#b', '/dashboard/walls?a=1#b'],
	['/dashboard/walls', '/dashboard/walls'],
	['https://praise.test.evil.example/dashboard/walls', '/dashboard'],
	['https://evil.example/dashboard/walls', '/dashboard'],
])('a mailed link that names %s leads to %s', (wanted, path) => {
	expect(safeRedirect(pathOnOrigin(wanted, origin), origin)).toBe(path)
})
