const start = 'Not an e-mail address:'

/** Why mail cannot go to this address, in words; null when it can. */
export function addressFault(address: string): string | null {
	if (address === '') return 'No e-mail address'
	const parts = address.split('@')
	if (parts.length === 1) return `${start} the @ is missing`
	if (parts.length > 2) return `${start} it has more than one @`
	const [local = '', domain = ''] = parts
	if (/\s/.test(address)) return `${start} it has a space in it`
	if (local === '') return `${start} nothing stands before the @`
	if (domain === '') return `${start} nothing stands after the @`
	if (local.length > 64 || address.length > 254) return `${start} it is too long`
	if (/(^\.|\.\.|\.$)/.test(local)) return `${start} a dot before the @ is out of place`
	if (!domain.includes('.')) return `${start} the part after @ has no ending`
	if (/(^\.|\.\.|\.$)/.test(domain)) return `${start} a dot after the @ is out of place`
	const sign = /[^a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]/u.exec(local) ?? /[^\p{L}\p{M}\p{N}.-]/u.exec(domain)
	if (sign) return `${start} “${sign[0]}” cannot stand in it`
	if (domain.split('.').some((label) => label.startsWith('-') || label.endsWith('-') || label.length > 63))
		return `${start} the part after @ is not a domain`
	if (!/\.\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u.test(domain))
		return `${start} the part after @ has no valid ending`
	return null
}

/** The form in which two spellings of one address are equal: lower case, with the domain in ASCII. */
export function normalizeAddress(address: string): string {
	const at = address.lastIndexOf('@')
	return `${address.slice(0, at).toLowerCase()}@${asciiDomain(address.slice(at + 1))}`
}

function asciiDomain(domain: string): string {
	try {
		return new URL(`http://${domain}`).hostname
	} catch {
		return domain.toLowerCase()
	}
}
