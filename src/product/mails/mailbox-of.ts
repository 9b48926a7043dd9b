const gmail = /@(?:gmail|googlemail)\.com$/

/** The mailbox behind an address, as limits count it; the same as `private.mailbox_of`, which says why. */
export function mailboxOf(address: string): string {
	const plain = address.toLowerCase()
	const at = plain.indexOf('@')
	const name = plain.slice(0, at).split('+', 1)[0] ?? ''
	return gmail.test(plain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}${plain.slice(at)}`
}
