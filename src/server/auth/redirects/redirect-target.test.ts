import { describe, expect, it } from 'vitest'
import { createRedirectTargets } from './redirect-target.ts'

describe('where a sign-in may return to', () => {
	const { isAllowed } = createRedirectTargets('https://praise.example', [
		'https://*.shop.example/**',
		'https://exact.example/back',
		'https://query.example/back?from=*',
		'https://one.example/p?ge',
		'https://{red,blue}.example/[a-c]',
		'myapp://callback/**',
	])

	it.each([
		'https://praise.example',
		'https://praise.example/any/path?and=query#part',
		'HTTPS://praise.example/',
		'https://www.shop.example/deep/path?x=1',
		'https://exact.example/back',
		'https://exact.example/back#access_token=1',
		'https://query.example/back?from=mail',
		'https://one.example/page',
		'https://red.example/a',
		'https://blue.example/c',
		'myapp://callback/signed-in',
		'http://127.0.0.1:8080/anything',
		'http://127.4.5.6/',
		'http://[::1]:3000/x',
	])('allows %s', (target) => expect(isAllowed(target)).toBe(true))

	it.each([
		'',
		'/dashboard',
		'//praise.example/x',
		'praise.example',
		'http://praise.example/',
		'https://praise.example:8443/',
		'https://praise.example.evil.test/',
		'https://evil.test/https://praise.example/',
		'https://praise.example@evil.test/',
		'https://user@praise.example/',
		'https://user:secret@praise.example/',
		'https://praise.example\\@evil.test/',
		'https://evil.test\\.praise.example/',
		'https:\\\\evil.test/',
		'https:evil.test',
		'https:///evil.test',
		'https://praise.example%2eevil.test/',
		'https://praise.example%00.evil.test/',
		'https://praise.example\t/',
		'https://praise.example\n.evil.test/',
		' https://praise.example/',
		'https://prаise.example/',
		'https://praise。example/',
		'https://praise.example。evil.test/',
		'https://ｐraise.example/',
		'https://evil?.shop.example/',
		'https://evil#.shop.example/',
		'https://evil.test/.shop.example/',
		'https://a.b.shop.example/',
		'https://shop.example/',
		'https://exact.example/back?x=1',
		'https://exact.example/back/more',
		'https://exact.example/',
		'https://one.example/p/ge',
		'https://one.example/pge',
		'https://green.example/a',
		'https://red.example/d',
		'http://2130706433/',
		'http://0x7f.1/',
		'http://017700000001/',
		'http://127.1/',
		'http://10.0.0.1/',
		'http://169.254.169.254/latest/meta-data/',
		'http://0.0.0.0/',
		'http://[::ffff:10.0.0.1]/',
		'http://[fe80::1]/',
		'http://127.0.0.1.evil.test/',
		'https://12345/',
		'javascript:alert(1)',
		'javascript://praise.example/%0aalert(1)',
		'data:text/html,x',
		'file:///etc/passwd',
		'blob:https://praise.example/1',
		'myapp://other',
		'otherapp://callback/x',
		`https://praise.example/${'x'.repeat(5000)}`,
	])('refuses %s', (target) => expect(isAllowed(target)).toBe(false))

	it('takes any port of a site on this machine, and the site itself whatever its address', () => {
		const local = createRedirectTargets('http://localhost:3000', [])
		expect(local.isAllowed('http://localhost:5173/auth')).toBe(true)
		expect(local.isAllowed('https://localhost:5173/auth')).toBe(false)
		const inHouse = createRedirectTargets('http://192.168.1.5:3000', [])
		expect(inHouse.isAllowed('http://192.168.1.5:3000/auth')).toBe(true)
		expect(inHouse.isAllowed('http://192.168.1.6:3000/auth')).toBe(false)
		expect(inHouse.isAllowed('http://192.168.1.5:4000/auth')).toBe(false)
	})
})
