import { expect, it } from 'vitest'
import { isLive, keysTitle } from './key-state.ts'
import { rightsText, scopesOf } from './key-words.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const key = { created_at: '2026-11-01T00:00:00Z', last_used_at: null, expires_at: null, revoked_at: null }

it('the heading of the keys says what deserves attention first', () => {
	expect(keysTitle([], now)).toBe('No program has a key')
	expect(keysTitle([{ ...key, revoked_at: '2026-11-02T00:00:00Z' }], now)).toBe('No program has a key')
	expect(keysTitle([key], now)).toBe('One key')
	expect(keysTitle([key, { ...key, expires_at: '2026-12-05T00:00:00Z' }], now)).toBe('Two keys, one ends soon')
	const idle = { ...key, created_at: '2025-01-01T00:00:00Z', last_used_at: '2026-02-09T00:00:00Z' }
	expect(keysTitle([key, key, idle], now)).toBe('Three keys, one you could do without')
})

it('a key is over at its end and when it was revoked', () => {
	expect(isLive(key, now)).toBe(true)
	expect(isLive({ ...key, expires_at: '2026-11-30T12:00:00Z' }, now)).toBe(false)
	expect(isLive({ ...key, revoked_at: '2026-11-30T11:00:00Z' }, now)).toBe(false)
})

it('the rights of a key are said in words, and a viewer without scopes sees no addresses', () => {
	expect(rightsText({ role: 'editor', scopes: null })).toBe('All that an editor may')
	const scopes = ['walls:read', 'testimonials:read', 'invitations:write']
	expect(rightsText({ role: 'editor', scopes })).toBe('Reads testimonials and walls, asks customers')
	expect(scopesOf({ role: 'viewer', scopes: null })).not.toContain('people:read')
	expect(scopesOf({ role: 'editor', scopes: null })).toContain('people:read')
})
