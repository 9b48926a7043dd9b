import { cliConfig } from '#cli/with-deps.ts'
import { certificateHealth } from '#platform/health/certificate-health.ts'

/** Reports the certificate that SITE_URL shows to browsers. @throws Error for a certificate that has ended or soon will */
export async function checkCertificate(): Promise<string> {
	const health = await certificateHealth(cliConfig().SITE_URL)
	if (!health) return 'none is needed: SITE_URL is no https address'
	if (health.state === 'fails' || health.state === 'warns')
		throw new Error(`${health.detail} Renew it where TLS ends, in front of Plaudit.`)
	return health.detail
}
