import { afterEach, expect, it, vi } from 'vitest'
import { isMember } from './is-member.ts'

afterEach(() => vi.unstubAllGlobals())

/** The globals of a page: what its origin stores, and the page above it. */
function openPage(stored: object | (() => never), above?: object) {
	const page = { location: { origin: 'https://praise.example' } }
	vi.stubGlobal('location', page.location)
	vi.stubGlobal('self', page)
	vi.stubGlobal('top', above ?? page)
	Object.defineProperty(globalThis, 'localStorage', {
		configurable: true,
		get: () => (typeof stored === 'function' ? stored() : stored),
	})
}
const session = { theme: 'dark', 'sb-praise-auth-token': '{}' }
const refuse = (): never => {
	throw new DOMException('The operation is insecure.', 'SecurityError')
}
const foreign = {
	get location(): never {
		return refuse()
	},
}

it('a browser that stores a session of the app is one of a member', () => {
	openPage(session)
	expect(isMember()).toBe(true)
	openPage(session, foreign)
	expect(isMember()).toBe(true)
})

it('a browser without a session, or with what an unfinished sign-in left, is one of a visitor', () => {
	openPage({ theme: 'dark', 'sb-praise-auth-token-code-verifier': 'x' })
	expect(isMember()).toBe(false)
})

it('a page in a frame of the same origin is the app’s own, and one in a frame of another site is a visitor’s', () => {
	openPage({}, { location: { origin: 'https://praise.example' } })
	expect(isMember()).toBe(true)
	openPage({}, { location: { origin: 'https://shop.example' } })
	expect(isMember()).toBe(false)
	openPage({}, foreign)
	expect(isMember()).toBe(false)
})

it('a browser that blocks storage is one of a visitor', () => {
	openPage(refuse)
	expect(isMember()).toBe(false)
})
