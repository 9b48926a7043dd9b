import type { Config } from '#platform/config/config.ts'
import { type Answer, redirect, text } from '#platform/http/routing/answer.ts'
import { favicon } from './favicon.ts'

const day = { 'cache-control': 'public, max-age=86400' }
const year = 365 * 86_400_000

/**
 * Files that crawlers, browsers and security researchers look for, by path.
 * @param proofKey the public key of checkpoints, as PEM
 */
export function wellKnownFiles({ SITE_URL, MAIL_FROM }: Config, proofKey: string): Record<string, () => Answer> {
	return {
		'/robots.txt': () =>
			text(
				`User-agent: *\nDisallow: /dashboard\nDisallow: /auth\nDisallow: /t/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
				200,
				day,
			),
		'/.well-known/security.txt': () => {
			const address = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
			// RFC 9116 §2.5.5 requires an expiry date; a running server renews it.
			const expires = new Date(Date.now() + year).toISOString()
			return text(
				`Contact: mailto:${address}\nExpires: ${expires}\nCanonical: ${SITE_URL}/.well-known/security.txt\nPreferred-Languages: en\n`,
				200,
				day,
			)
		},
		'/.well-known/plaudit-proof.pem': () => file('application/x-pem-file', proofKey),
		'/favicon.svg': () => file('image/svg+xml', favicon),
		'/favicon.ico': () => redirect('/favicon.svg'),
		'/site.webmanifest': () => file('application/manifest+json', JSON.stringify(webManifest)),
	}
}

function file(type: string, body: string): Answer {
	return { status: 200, headers: { ...day, 'content-type': type }, body }
}

const webManifest = {
	name: 'Plaudit',
	short_name: 'Plaudit',
	start_url: '/dashboard',
	display: 'standalone',
	background_color: '#fbf9f4',
	theme_color: '#fbf9f4',
	icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
}
