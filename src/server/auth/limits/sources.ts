import ipaddr from 'ipaddr.js'

/** Where a request comes from, as coarse as an honest person stays the same. */
export type Source = {
	/** The neighbourhood of an address: /24, or /56 of IPv6. */
	network: string
	/** The provider's: /16, or /32 of IPv6. */
	region: string
}

/** @param ip as the gateway names it; what is no address is a source of its own */
export function sourceOf(ip: string): Source {
	return { network: prefixOf(ip, 24, 56), region: prefixOf(ip, 16, 32) }
}

function prefixOf(ip: string, bits4: number, bits6: number): string {
	if (!ipaddr.isValid(ip)) return ip
	// This machine is one place, by whichever of its names it is reached.
	const given = ipaddr.process(ip)
	const address = given.range() === 'loopback' ? ipaddr.parse('127.0.0.1') : given
	const bits = address.kind() === 'ipv4' ? bits4 : bits6
	const bytes = address.toByteArray().map((byte, index) => byte & maskOf(bits - index * 8))
	return `${ipaddr.fromByteArray(bytes)}/${bits}`
}

/** The mask of one byte of which so many leading bits count. */
function maskOf(bits: number): number {
	return (0xff << (8 - Math.max(0, Math.min(8, bits)))) & 0xff
}
