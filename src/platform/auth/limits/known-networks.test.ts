import { expect, it } from 'vitest'
import { clientNetworkOf } from './known-networks.ts'

it.each([
	['203.0.113.77', '203.0.113.0/24', '203.0.0.0/16'],
	['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.0.0/16'],
	['2001:db8:1234:56ff:1:2:3:4', '2001:db8:1234:5600::/56', '2001:db8::/32'],
	['::1', '127.0.0.0/24', '127.0.0.0/16'],
	['somewhere', 'somewhere', 'somewhere'],
])('%s comes from %s in %s', (ip, network, region) => {
	expect(clientNetworkOf(ip)).toEqual({ network, region })
})
