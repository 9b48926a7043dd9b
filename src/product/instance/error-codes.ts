import { constants } from 'node:os'

/** Codes of name look-ups, of nodemailer and of TLS, beside those of the system. */
const otherCodes = ['ENOTFOUND', 'EAI_AGAIN', 'EAUTH', 'EENVELOPE', 'EMESSAGE', 'EDNS', 'ETLS', 'CERT_HAS_EXPIRED']
const codes = new Set([...Object.keys(constants.errno), ...otherCodes])

/** The codes in the text of an error: of the system, of SMTP, or of HTTP. All other words may name a person or a secret. */
export function findErrorCodes(error: string | null): string[] {
	if (error === null) return []
	const words = (error.match(/\b[A-Z][A-Z_]{2,30}\b/g) ?? []).filter((word) => codes.has(word))
	const replies = error.match(/(?<=^|: )[45]\d\d(?:[ -][45]\.\d{1,2}\.\d{1,2})?(?= |$)/g) ?? []
	return [...new Set([...words, ...replies])]
}
