import type { AuthContext } from '#platform/auth/auth-context.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { fetchMetadata } from './idp-metadata/fetch-metadata.ts'
import { type IdentityProvider, readIdentityProvider } from './idp-metadata/identity-provider.ts'
import { claimMetadataRefresh, type SsoConnection, updateRefreshedMetadata } from './saml-queries.ts'

const defaultCacheSeconds = 86_400
const pauseSeconds = 300

/**
 * The current metadata of an identity provider. Metadata from a URL is refetched when stale (24 h, or as published);
 * after a failure the known metadata stays in use.
 */
export async function currentMetadata(context: AuthContext, { id, saml }: SsoConnection): Promise<IdentityProvider> {
	const known = await readIdentityProvider(saml.metadata_xml)
	if (!saml.metadata_url || !isStale(known, saml)) return known
	const { db, log } = context
	const [claimed] = await db.as(authServiceRole, (tx) => tx.final(claimMetadataRefresh(id, saml.metadata_tried_at)))
	if (!claimed) return known
	try {
		const xml = await fetchMetadata(context.config, saml.metadata_url)
		const fresh = await readIdentityProvider(xml)
		if (fresh.entityId !== saml.entity_id) throw new Error('it describes another provider now')
		await db.as(authServiceRole, (tx) => tx.final(updateRefreshedMetadata(id, xml)))
		return fresh
	} catch (error) {
		log.warn({ err: error, provider: id }, 'SAML metadata could not be refreshed; the known metadata stays in use')
		return known
	}
}

function isStale(
	{ validUntil, cacheSeconds = defaultCacheSeconds }: IdentityProvider,
	{ metadata_read_at: readAt, metadata_tried_at: triedAt }: SsoConnection['saml'],
): boolean {
	const now = Date.now()
	const age = (now - Date.parse(readAt)) / 1000
	const isOld = age > cacheSeconds || (validUntil !== undefined && validUntil.getTime() < now)
	return isOld && now - Date.parse(triedAt) > pauseSeconds * 1000
}
