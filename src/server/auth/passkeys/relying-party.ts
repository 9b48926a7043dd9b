import type { Config } from '#server/config.ts'

/** What keys and passkeys are bound to, and whose pages may ask for them. */
export type RelyingParty = { id: string; name: string; origins: string[] }

/** The relying party of this installation: the host of SITE_URL, unless the settings name another. */
export function relyingParty(config: Config): RelyingParty {
	const site = new URL(config.SITE_URL)
	return {
		id: config.WEBAUTHN_RP_ID ?? site.hostname,
		name: config.WEBAUTHN_RP_NAME,
		origins: [site.origin, ...config.WEBAUTHN_ORIGINS],
	}
}
