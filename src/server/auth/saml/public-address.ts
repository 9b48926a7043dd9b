import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** The address that a name leads to is not one to connect to. */
export class AddressRefused extends Error {}

/** Whether an address belongs to the public internet: not to this machine, its network, its cloud, or nobody. */
export function isPublicAddress(address: string): boolean {
	if (!isIP(address)) return false
	const parsed = ipaddr.process(address)
	if (parsed.range() !== 'unicast') return false
	// Of IPv6 only 2000::/3 was ever given out; ::127.0.0.1 and the like are old ways to write other addresses.
	return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/**
 * A lookup for a socket, which connects to the very address that was judged: a second answer of the name server has
 * nobody to fool.
 * @param mayConnect judges an address
 */
export function guardedLookup(mayConnect: (address: string) => boolean): LookupFunction {
	return (hostname, options, callback) => {
		lookup(hostname, { ...options, all: true }, (error, found) => {
			if (error) return callback(error, [])
			const good = found.filter(({ address }) => mayConnect(address))
			const [first] = good
			// One bad address among good ones is no accident.
			if (!first || good.length < found.length)
				return callback(
					new AddressRefused(`${hostname} leads to an address that is not public`),
					[],
				)
			if (options.all) return callback(null, good)
			callback(null, first.address, first.family)
		})
	}
}
