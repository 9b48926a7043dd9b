import ipaddr from 'ipaddr.js'

/** Whom an address stands for: itself, or its whole /64, which one household of IPv6 owns. What is no address stands for itself. */
export function networkOf(ip: string): string {
	if (!ipaddr.isValid(ip)) return ip
	const address = ipaddr.process(ip)
	if (address.kind() === 'ipv4') return address.toString()
	return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}
