import { expect, it } from 'vitest'
import { networkLabel } from './network-label.ts'

it.each([
	['this session', { ip: '198.51.100.7', is_current: true }, true, 'from 198.51.100.7'],
	[
		'another one from the same address',
		{ ip: '198.51.100.7', is_current: false },
		true,
		'in the same network as this device',
	],
	['one from another address', { ip: '203.0.113.9', is_current: false }, false, 'from 203.0.113.9'],
	['one on the server', { ip: '127.0.0.1', is_current: true }, true, 'from the server’s own machine'],
	['one on the server by IPv6', { ip: '::1', is_current: false }, false, 'from the server’s own machine'],
	['one without an address', { ip: null, is_current: false }, false, undefined],
])('the location of %s is read from its address', (_, session, isNear, label) => {
	expect(networkLabel(session, isNear)).toBe(label)
})
