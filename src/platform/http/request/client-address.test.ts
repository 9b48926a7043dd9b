import { expect, it } from 'vitest'
import { createClientAddress } from './client-address.ts'

it('no proxy is trusted by default', () => {
	const address = createClientAddress([])
	expect(address('192.0.2.7', '203.0.113.9')).toBe('192.0.2.7')
	expect(address('::ffff:192.0.2.7', undefined)).toBe('192.0.2.7')
})

it('trusted hops are skipped from the right up to the first untrusted one', () => {
	const address = createClientAddress(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
	expect(address('127.0.0.1', '1.2.3.4, 203.0.113.9, 10.1.1.1')).toBe('203.0.113.9')
	expect(address('fd00::1', '203.0.113.9')).toBe('203.0.113.9')
	expect(address('127.0.0.1', '10.0.0.5')).toBe('10.0.0.5')
})

it('a hop that is not an address ends the search', () => {
	const address = createClientAddress(['127.0.0.1'])
	expect(address('127.0.0.1', 'unknown')).toBe('127.0.0.1')
	expect(address('127.0.0.1', '')).toBe('127.0.0.1')
})

it('a hop may contain its port', () => {
	const address = createClientAddress(['127.0.0.1'])
	expect(address('127.0.0.1', '203.0.113.7:52110')).toBe('203.0.113.7')
	expect(address('127.0.0.1', '[2001:db8::7]:52110')).toBe('2001:db8::7')
	expect(address('127.0.0.1', '198.51.100.1, [2001:db8::8]')).toBe('2001:db8::8')
	expect(address('127.0.0.1', 'unknown:52110')).toBe('127.0.0.1')
})
