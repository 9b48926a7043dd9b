import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const certificate = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----.*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/gs

/**
 * Reads the authorities in SMTP_CA_FILE. Node.js ignores a file without any, and would refuse every mail instead.
 * @returns PEM texts
 * @throws Error with one line that names the setting
 */
export async function readCertificates(file: string): Promise<string[]> {
	const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
		throw new Error(`SMTP_CA_FILE: ${file} cannot be read (${cause.code}).`, { cause })
	})
	const found = text.match(certificate) ?? []
	try {
		if (found.length === 0) throw new Error('none')
		for (const pem of found) new X509Certificate(pem)
	} catch (cause) {
		throw new Error(`SMTP_CA_FILE: ${file} must hold certificates in PEM, each from BEGIN CERTIFICATE to its END.`, {
			cause,
		})
	}
	return found
}
