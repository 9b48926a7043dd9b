import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** A name resolves to an address that must not be connected to. */
export class BlockedAddress extends Error {}

/** True when an address is on the public internet: not loopback, private, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
	if (!isIP(address)) return false
	const parsed = ipaddr.process(address)
	if (parsed.range() !== 'unicast') return false
	// Only 2000::/3 of IPv6 is allocated; ::127.0.0.1 and the like are other notations for IPv4 addresses.
	return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/**
 * A lookup for a socket, which connects to the checked address itself. A second DNS answer therefore cannot bypass
 * the check.
 * @param mayConnect checks an address
 */
export function createGuardedLookup(mayConnect: (address: string) => boolean): LookupFunction {
	return (hostname, options, callback) => {
		lookup(hostname, { ...options, all: true }, (error, found) => {
			if (error) return callback(error, [])
			const good = found.filter(({ address }) => mayConnect(address))
			const [first] = good
			// One forbidden address among allowed ones indicates an attack.
			if (!first || good.length < found.length)
				return callback(new BlockedAddress(`${hostname} leads to an address that is not public`), [])
			if (options.all) return callback(null, good)
			callback(null, first.address, first.family)
		})
	}
}
