import { connect } from 'node:tls'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { throttled } from '#platform/throttled.ts'

const connectTimeout = 3000
const day = 86_400_000
const hour = 3_600_000
/** Clients such as certbot renew thirty days before the end: a certificate with less than this was not renewed. */
const soonDays = 14

/** State of the certificate of an address. `unknown` when it cannot be judged from this machine, which is no fault by itself. */
export type CertificateHealth = { state: 'works' | 'warns' | 'fails' | 'unknown'; detail: string; shareable: string }

/** Looks at the certificate of SITE_URL; nothing where it is no https address. */
export async function certificateHealth(siteUrl: string): Promise<CertificateHealth | undefined> {
	if (!siteUrl.startsWith('https:')) return undefined
	try {
		return judge(await readCertificate(siteUrl, connectTimeout))
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException
		const shareable = 'It could not be looked at.'
		return { state: 'unknown', detail: `It could not be looked at from this machine: ${code ?? message}.`, shareable }
	}
}

function judge({ validTo, issuer, distrust }: Certificate): CertificateHealth {
	const days = Math.floor((Number(validTo) - Date.now()) / day)
	if (days < 0) return withIssuer('fails', `It ended on ${validTo.toISOString().slice(0, 10)}`, issuer)
	const left = `${days === 1 ? '1 day' : `${days} days`} left, until ${validTo.toISOString().slice(0, 10)}`
	if (days < soonDays) return withIssuer('warns', `Only ${left}`, issuer)
	if (distrust)
		return { state: 'unknown', detail: `${left}. This machine does not trust it: ${distrust}.`, shareable: `${left}.` }
	return withIssuer('works', left, issuer)
}

const withIssuer = (state: CertificateHealth['state'], text: string, issuer: string): CertificateHealth => ({
	state,
	detail: `${text}, issued by ${issuer}.`,
	shareable: `${text}.`,
})

/** Shows the time that the certificate of an https SITE_URL has left. Scrapes alone ask for it, once an hour at most. */
export function collectCertificate(metrics: Metrics, siteUrl: string): void {
	if (!siteUrl.startsWith('https:')) return
	const read = throttled(hour, () => readCertificate(siteUrl, connectTimeout).catch(() => undefined))
	metrics.collect(async () => {
		const certificate = await read()
		if (!certificate) return []
		const value = Math.round((Number(certificate.validTo) - Date.now()) / 1000)
		return [{ name: 'plaudit_certificate_left_seconds', value }]
	})
}

/** The certificate that an address shows. */
type Certificate = {
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
function readCertificate(address: string, timeout: number): Promise<Certificate> {
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
