import ipaddr from 'ipaddr.js'

/** Network prefixes of an address, coarse enough to stay the same for one person. */
export type ClientNetwork = {
	/** /24, or /56 for IPv6. */
	network: string
	/** The range of the provider: /16, or /32 for IPv6. */
	region: string
}

/** @param ip as the gateway reports it; a text that is no address counts as its own network */
export function clientNetworkOf(ip: string): ClientNetwork {
	return { network: prefixOf(ip, 24, 56), region: prefixOf(ip, 16, 32) }
}

function prefixOf(ip: string, bits4: number, bits6: number): string {
	if (!ipaddr.isValid(ip)) return ip
	// All loopback addresses count as one.
	const parsed = ipaddr.process(ip)
	const address = parsed.range() === 'loopback' ? ipaddr.parse('127.0.0.1') : parsed
	const bits = address.kind() === 'ipv4' ? bits4 : bits6
	const bytes = address.toByteArray().map((byte, index) => byte & maskOf(bits - index * 8))
	return `${ipaddr.fromByteArray(bytes)}/${bits}`
}

/** The mask of one byte with `bits` leading ones. */
function maskOf(bits: number): number {
	return (0xff << (8 - Math.max(0, Math.min(8, bits)))) & 0xff
}
