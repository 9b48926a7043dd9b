import ipaddr from 'ipaddr.js'

/** True when an address, without brackets, is of the machine itself. */
export function isLoopbackAddress(address: string): boolean {
	return address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)
}

/** True when a host name of a URL is of the machine itself. */
export function isLoopbackName(name: string): boolean {
	return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopbackAddress(name)
}

const localRanges = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/** True when an address is of the machine itself or of a private network. */
export function isLocalAddress(address: string): boolean {
	return ipaddr.isValid(address) && localRanges.has(ipaddr.process(address).range())
}
