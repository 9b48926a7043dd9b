import { afterEach, expect, it, vi } from 'vitest'
import { isMember } from './is-member.ts'

afterEach(() => vi.unstubAllGlobals())

/** The globals of a page: what its origin stores, and the frame of the same origin that it stands in. */
function openPage(stored: object | (() => never), frameElement: object | null = null) {
	vi.stubGlobal('frameElement', frameElement)
	Object.defineProperty(globalThis, 'localStorage', {
		configurable: true,
		get: () => (typeof stored === 'function' ? stored() : stored),
	})
}
const refuse = (): never => {
	throw new DOMException('The operation is insecure.', 'SecurityError')
}

it('a browser that stores a session of the app is one of a member', () => {
	openPage({ theme: 'dark', 'sb-praise-auth-token': '{}', draft: '1' })
	expect(isMember()).toBe(true)
	openPage({ 'sb-praise-auth-token': '{}' })
	expect(isMember()).toBe(true)
})

it('a browser without a session, or with what an unfinished sign-in left, is one of a visitor', () => {
	openPage({})
	expect(isMember()).toBe(false)
	openPage({ theme: 'dark', 'sb-praise-auth-token-code-verifier': 'x', draft: 'sb-praise-auth-token' })
	expect(isMember()).toBe(false)
})

it('a page in a frame of the same origin is the app’s own', () => {
	openPage({}, {})
	expect(isMember()).toBe(true)
})

it('a browser that blocks storage is one of a visitor', () => {
	openPage(refuse)
	expect(isMember()).toBe(false)
})
