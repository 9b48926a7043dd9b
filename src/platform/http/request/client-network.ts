import ipaddr from 'ipaddr.js'

/**
 * The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which one household owns. Other
 * texts stand for themselves.
 */
export function clientNetwork(ip: string): string {
	if (!ipaddr.isValid(ip)) return ip
	const address = ipaddr.process(ip)
	if (address.kind() === 'ipv4') return address.toString()
	return prefixOf(address, 8)
}

/** The /48 of an IPv6 address, which one customer of a provider may hold; undefined for other addresses. */
export function clientSite(ip: string): string | undefined {
	if (!ipaddr.isValid(ip)) return undefined
	const address = ipaddr.process(ip)
	return address.kind() === 'ipv4' ? undefined : prefixOf(address, 6)
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bytes: number): string {
	return Buffer.from(address.toByteArray().slice(0, bytes)).toString('hex')
}
