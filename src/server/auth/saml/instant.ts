/**
 * Reads a time as XML Schema writes it. SAML's times are UTC, also where an identity provider forgot to say so.
 * @returns nothing for any other text
 */
export function readInstant(text: string | undefined): Date | undefined {
	const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text ?? '')
	if (!match) return undefined
	const time = new Date(`${match[1]}${match[2] ?? 'Z'}`)
	return Number.isNaN(time.getTime()) ? undefined : time
}
