import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { fetchMetadata } from './fetch-metadata.ts'
import { type IdentityProvider, readIdentityProvider } from './identity-provider.ts'
import { type Connection, claimMetadata, replaceMetadata } from './provider-queries.ts'

const defaultCacheSeconds = 86_400
const pauseSeconds = 300

/**
 * The identity provider as it describes itself now. What came from an address is asked for again when it is stale (24 h,
 * or as published); when that fails, what is known goes on to count.
 */
export async function currentMetadata(
	context: AuthContext,
	{ id, saml }: Connection,
): Promise<IdentityProvider> {
	const known = await readIdentityProvider(saml.metadata_xml)
	if (!saml.metadata_url || !isStale(known, saml)) return known
	const { db, log } = context
	const [claimed] = await db.as(authService, (tx) =>
		tx.final(claimMetadata(id, saml.metadata_tried_at)),
	)
	if (!claimed) return known
	try {
		const xml = await fetchMetadata(context.config, saml.metadata_url)
		const fresh = await readIdentityProvider(xml)
		if (fresh.entityId !== saml.entity_id) throw new Error('it describes another provider now')
		await db.as(authService, (tx) => tx.final(replaceMetadata(id, xml)))
		return fresh
	} catch (error) {
		log.warn({ err: error, provider: id }, 'SAML metadata could not be read again; the known stays')
		return known
	}
}

function isStale(
	{ validUntil, cacheSeconds = defaultCacheSeconds }: IdentityProvider,
	{ metadata_read_at: readAt, metadata_tried_at: triedAt }: Connection['saml'],
): boolean {
	const now = Date.now()
	const age = (now - Date.parse(readAt)) / 1000
	const isOld = age > cacheSeconds || (validUntil !== undefined && validUntil.getTime() < now)
	return isOld && now - Date.parse(triedAt) > pauseSeconds * 1000
}
