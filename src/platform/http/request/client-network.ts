import ipaddr from 'ipaddr.js'

/**
 * The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which one household owns. Other
 * texts stand for themselves.
 */
export function clientNetwork(ip: string): string {
	if (!ipaddr.isValid(ip)) return ip
	const address = ipaddr.process(ip)
	if (address.kind() === 'ipv4') return address.toString()
	return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}
