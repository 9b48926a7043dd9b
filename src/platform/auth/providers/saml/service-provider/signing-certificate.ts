import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
// keyUsage, critical: digitalSignature.
const signsOnly = Buffer.from('300e0603551d0f0101ff040403020780', 'hex')
const notBefore = '200101000000Z'
const notAfter = '491231235959Z'

/**
 * Creates the self-signed certificate that presents the public key to identity providers, who trust it through the
 * metadata. The same key always gives the same bytes, so none is stored.
 * @returns DER
 */
export function createSigningCertificate(key: KeyObject, name: string): Buffer {
	const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
	const serial = createHash('sha256').update(publicKey).digest().subarray(0, 16)
	// A serial number is positive and its first byte is not zero.
	serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
	const subject = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(name)))))
	const body = der(
		0x30,
		der(0xa0, der(0x02, Buffer.of(2))),
		der(0x02, serial),
		sha256WithRsa,
		subject,
		der(0x30, der(0x17, Buffer.from(notBefore)), der(0x17, Buffer.from(notAfter))),
		subject,
		publicKey,
		der(0xa3, der(0x30, signsOnly)),
	)
	const signature = sign('sha256', body, key)
	return der(0x30, body, sha256WithRsa, der(0x03, Buffer.of(0), signature))
}

/** Encodes one ASN.1 value in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts)
	return Buffer.concat([Buffer.of(tag), length(content.length), content])
}

function length(count: number): Buffer {
	if (count < 0x80) return Buffer.of(count)
	const bytes = Buffer.from(count.toString(16).padStart(count > 0xff ? 4 : 2, '0'), 'hex')
	return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes])
}
