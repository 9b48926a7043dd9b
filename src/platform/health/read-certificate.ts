import { connect } from 'node:tls'

/** The certificate that an address shows. */
export type Certificate = {
	validTo: Date
	/** Organisation or name of the issuer. */
	issuer: string
	/** Why this machine does not trust it, as Node.js names it; nothing when it does. */
	distrust: string | undefined
}

/**
 * Reads the certificate of an https address from this machine.
 * @param timeout in milliseconds
 * @throws Error when no connection is made in that time
 */
export function readCertificate(address: string, timeout: number): Promise<Certificate> {
	const { hostname, port } = new URL(address)
	const host = hostname.replace(/^\[|\]$/g, '')
	const isName = /[a-z]/i.test(host) && !host.includes(':')
	return new Promise((resolve, reject) => {
		// An expired or foreign certificate is shown, not refused: nothing is sent over this connection.
		const socket = connect({
			host,
			port: Number(port) || 443,
			rejectUnauthorized: false,
			...(isName ? { servername: host } : {}),
		})
		const end = (settle: () => void) => {
			clearTimeout(timer)
			socket.destroy()
			settle()
		}
		const timer = setTimeout(() => end(() => reject(new Error('there is no answer'))), timeout)
		socket.once('error', (error) => end(() => reject(error)))
		socket.once('secureConnect', () => {
			const { valid_to, issuer } = socket.getPeerCertificate()
			const distrust = socket.authorized ? undefined : String(socket.authorizationError)
			const name = [issuer?.O ?? issuer?.CN ?? 'an unnamed issuer'].flat()[0] ?? ''
			end(() => resolve({ validTo: new Date(valid_to), issuer: name, distrust }))
		})
	})
}
