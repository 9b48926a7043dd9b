import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Makes a function that finds whether an address is that of a proxy. @param trusted networks in CIDR notation or single addresses */
export function createTrustCheck(trusted: readonly string[]): (address: string) => boolean {
	const ranges: Range[] = trusted.map((text) =>
		text.includes('/')
			? ipaddr.parseCIDR(text)
			: [ipaddr.process(text), ipaddr.process(text).kind() === 'ipv6' ? 128 : 32],
	)
	return (address) =>
		ipaddr.isValid(address) &&
		ranges.some(([network, bits]) => {
			const parsed = ipaddr.process(address)
			return parsed.kind() === network.kind() && parsed.match([network, bits] as never)
		})
}

/**
 * Makes a function that finds the client's address: the peer, or the one that a trusted proxy reported. It reads
 * X-Forwarded-For from the right up to the first untrusted hop.
 * @param trusted networks in CIDR notation or single addresses
 */
export function createClientAddress(trusted: readonly string[]) {
	const isTrusted = createTrustCheck(trusted)

	return (peer: string | undefined, forwardedFor: string | undefined): string => {
		let address = normalise(peer ?? '127.0.0.1')
		if (trusted.length === 0) return address
		const hops = (forwardedFor ?? '').split(',').map((hop) => withoutPort(hop.trim()))
		while (isTrusted(address)) {
			const hop = hops.pop()
			if (!hop || !ipaddr.isValid(hop)) break
			address = normalise(hop)
		}
		return address
	}
}

/** Some proxies add the port: `203.0.113.7:52110`, `[2001:db8::7]:52110`. */
function withoutPort(hop: string): string {
	const [, v4, v6] = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i.exec(hop) ?? []
	return v4 ?? v6 ?? hop
}

const plainV4 = /^\d{1,3}(\.\d{1,3}){3}$/

function normalise(address: string): string {
	if (plainV4.test(address)) return address
	return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
