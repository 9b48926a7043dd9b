import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import { identityProviderName } from '#server/auth/saml/company-account.ts'
import { fetchMetadata } from '#server/auth/saml/fetch-metadata.ts'
import { readIdentityProvider } from '#server/auth/saml/identity-provider.ts'
import { type Connection, connectionById } from '#server/auth/saml/provider-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { checkSsoProvider, type SsoProviderBody, ssoProviderBody } from './sso-provider-body.ts'
import { ssoProviderJson } from './sso-provider-json.ts'
import { readSsoProvider } from './sso-providers.ts'
import {
	changeMetadata,
	changeProvider,
	changeTerms,
	dropOtherDomains,
	endCompanySessions,
	foreignDomain,
	insertProvider,
	insertTerms,
	noteProviderChange,
	setDomains,
} from './sso-queries.ts'

/** POST /admin/sso/providers (auth.md 4). */
export function createSsoProvider(context: AuthContext) {
	const { config, db } = context
	return async (c: Context<Env>) => {
		const wish = await readBody(c, ssoProviderBody)
		const domains = checkSsoProvider(wish, 'create', config.SAML_ALLOW_PRIVATE_METADATA) ?? []
		const metadata = await readMetadata(context, wish)
		if (!metadata) throw new Error('metadata was checked to be there')
		const { entityId, xml } = metadata
		const id = randomUUID()
		const terms = {
			entityId,
			xml,
			url: wish.metadata_url ?? null,
			mapping: wish.attribute_mapping ?? {},
			nameIdFormat: wish.name_id_format || null,
		}
		const connection = await db
			.as(authService, async (tx) => {
				await tx.query(insertProvider(id, wish.resource_id || null, wish.disabled ?? false))
				await tx.query(insertTerms(id, terms))
				await takeDomains(tx, id, domains)
				await note(tx, c, 'sso_provider_created', id, entityId)
				return readBack(tx, id)
			})
			.catch((error: unknown) => {
				throw explain(error, entityId)
			})
		return c.json(ssoProviderJson(connection), 201)
	}
}

/** PUT /admin/sso/providers/{id}: what is not named stays as it is. */
export function updateSsoProvider(context: AuthContext) {
	const { config, db } = context
	return async (c: Context<Env>) => {
		const { id, saml } = await db.as(authService, (tx) => readSsoProvider(tx, c))
		const wish = await readBody(c, ssoProviderBody)
		const domains = checkSsoProvider(wish, 'update', config.SAML_ALLOW_PRIVATE_METADATA)
		const metadata = await readMetadata(context, wish)
		if (metadata && metadata.entityId !== saml.entity_id)
			throw new AuthError(
				400,
				'saml_entity_id_mismatch',
				`SAML Metadata can be updated only if the EntityID matches for the provider; expected '${saml.entity_id}' but got '${metadata.entityId}'`,
			)
		const connection = await db
			.as(authService, async (tx) => {
				await tx.query(changeProvider(id, wish.resource_id ?? null, wish.disabled ?? null))
				await tx.query(changeTerms(id, wish.attribute_mapping, wish.name_id_format ?? null))
				if (metadata) await tx.query(changeMetadata(id, metadata.xml, wish.metadata_url ?? null))
				if (domains) await takeDomains(tx, id, domains)
				if (wish.disabled) await tx.query(endCompanySessions(identityProviderName(id)))
				await note(tx, c, 'sso_provider_updated', id, saml.entity_id)
				return readBack(tx, id)
			})
			.catch((error: unknown) => {
				throw explain(error, saml.entity_id)
			})
		return c.json(ssoProviderJson(connection))
	}
}

async function readMetadata(
	{ config }: AuthContext,
	{ metadata_xml: given, metadata_url: url }: SsoProviderBody,
): Promise<{ xml: string; entityId: string } | undefined> {
	const xml = given ?? (url && (await fetchMetadata(config, url)))
	if (!xml) return undefined
	const { entityId } = await readIdentityProvider(xml)
	return { xml, entityId }
}

/** Exactly these are the provider's. @throws AuthError 400 sso_domain_already_exists */
async function takeDomains(tx: Tx, id: string, domains: readonly string[]): Promise<void> {
	await tx.query(dropOtherDomains(id, domains))
	await tx.query(setDomains(id, domains))
	const [taken] = await tx.query<{ domain: string; sso_provider_id: string }>(
		foreignDomain(id, domains),
	)
	if (taken)
		throw new AuthError(
			400,
			'sso_domain_already_exists',
			`SSO Domain '${taken.domain}' is already assigned to an SSO identity provider (${taken.sso_provider_id})`,
		)
}

async function note(
	tx: Tx,
	c: Context<Env>,
	action: 'sso_provider_created' | 'sso_provider_updated',
	provider: string,
	entityId: string,
): Promise<void> {
	await tx.query(noteProviderChange(action, c.var.ip, { provider, entity_id: entityId }))
}

async function readBack(tx: Tx, id: string): Promise<Connection> {
	const [connection] = await tx.final<Connection>(connectionById(id))
	if (!connection)
		throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
	return connection
}

function explain(error: unknown, entityId: string): unknown {
	if (isTaken(error, 'saml_providers_entity_id_key'))
		return new AuthError(
			422,
			'saml_idp_already_exists',
			`SAML Identity Provider with this EntityID (${entityId}) already exists`,
		)
	if (isTaken(error, 'sso_providers_resource_id_key'))
		return new AuthError(422, 'conflict', 'An SSO provider with this resource_id already exists')
	return error
}
