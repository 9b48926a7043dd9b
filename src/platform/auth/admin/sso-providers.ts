import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { fetchMetadata } from '#platform/auth/providers/saml/idp-metadata/fetch-metadata.ts'
import { readIdentityProvider } from '#platform/auth/providers/saml/idp-metadata/identity-provider.ts'
import {
	type SsoConnection,
	ssoConnectionById,
	ssoConnectionByResourceId,
} from '#platform/auth/providers/saml/saml-queries.ts'
import { ssoProviderName } from '#platform/auth/providers/saml/sso-account.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUuid } from '#platform/uuid.ts'
import { checkSsoProvider, type SsoProviderBody, ssoProviderBody } from './sso-provider-body.ts'
import * as queries from './sso-provider-queries.ts'

/** GET /admin/sso/providers?resource_id=&resource_id_prefix= */
export async function listSsoProviders({ db }: AuthContext, x: Exchange) {
	const { resource_id: resourceId, resource_id_prefix: prefix } = x.query()
	const connections = await db.as(
		authServiceRole,
		(tx) => tx.final<SsoConnection>(queries.allConnections(resourceId || null, prefix || null)),
		{ readOnly: true },
	)
	return json({ items: connections.map(ssoProviderJson) })
}

/** GET /admin/sso/providers/{id}, by UUID or as `resource_<name>`. */
export async function getSsoProvider({ db }: AuthContext, x: Exchange) {
	return json(ssoProviderJson(await db.as(authServiceRole, (tx) => readSsoProvider(tx, x), { readOnly: true })))
}

/** DELETE /admin/sso/providers/{id}: its users keep their accounts and lose their sessions. */
export async function deleteSsoProvider({ db }: AuthContext, x: Exchange) {
	const connection = await db.as(authServiceRole, async (tx) => {
		const known = await readSsoProvider(tx, x)
		const { id, saml } = known
		const traits = { provider: id, entity_id: saml.entity_id }
		await Promise.all([
			tx.query(queries.deleteSsoProviderRow(id)),
			tx.query(queries.deleteSsoSessions(ssoProviderName(id))),
			tx.query(queries.insertSsoProviderAuditEntry('sso_provider_deleted', x.ip, traits)),
		])
		return known
	})
	return json(ssoProviderJson(connection))
}

/** @throws AuthError 404 sso_provider_not_found */
async function readSsoProvider(tx: Tx, x: Exchange): Promise<SsoConnection> {
	const name = x.param('id')
	const connection = isUuid(name)
		? (await tx.query<SsoConnection>(ssoConnectionById(name)))[0]
		: await findByResourceId(tx, name)
	return requireConnection(connection)
}

function requireConnection(connection: SsoConnection | undefined): SsoConnection {
	if (!connection) throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
	return connection
}

/** The name follows the prefix `resource_`, or starts with it itself. */
async function findByResourceId(tx: Tx, name: string): Promise<SsoConnection | undefined> {
	const [, rest] = /^resource_(.*)$/s.exec(name) ?? []
	if (rest === undefined) return undefined
	const [found] = await tx.query<SsoConnection>(ssoConnectionByResourceId(rest))
	return found ?? (await tx.query<SsoConnection>(ssoConnectionByResourceId(name)))[0]
}

/** POST /admin/sso/providers */
export async function createSsoProvider(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const input = await readBody(x, ssoProviderBody)
	const domains = checkSsoProvider(input, 'create', config.SAML_ALLOW_PRIVATE_METADATA) ?? []
	const metadata = await readMetadata(context, input)
	if (!metadata) throw new Error('metadata was checked to be there')
	const { entityId, xml } = metadata
	const id = randomUUID()
	const terms = {
		entityId,
		xml,
		url: input.metadata_url ?? null,
		mapping: input.attribute_mapping ?? {},
		nameIdFormat: input.name_id_format || null,
	}
	const connection = await db
		.as(authServiceRole, async (tx) => {
			await tx.query(queries.insertSsoProviderRow(id, input.resource_id || null, input.disabled ?? false))
			await tx.query(queries.insertSamlProvider(id, terms))
			await assignDomains(tx, id, domains)
			await tx.query(
				queries.insertSsoProviderAuditEntry('sso_provider_created', x.ip, { provider: id, entity_id: entityId }),
			)
			return readConnection(tx, id)
		})
		.catch((error) => throwConflict(error, entityId))
	return json(ssoProviderJson(connection), 201)
}

/** PUT /admin/sso/providers/{id}: fields that are not given stay. */
export async function updateSsoProvider(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const { id, saml } = await db.as(authServiceRole, (tx) => readSsoProvider(tx, x))
	const input = await readBody(x, ssoProviderBody)
	const domains = checkSsoProvider(input, 'update', config.SAML_ALLOW_PRIVATE_METADATA)
	const metadata = await readMetadata(context, input)
	if (metadata && metadata.entityId !== saml.entity_id)
		throw new AuthError(
			400,
			'saml_entity_id_mismatch',
			`SAML Metadata can be updated only if the EntityID matches for the provider; expected '${saml.entity_id}' but got '${metadata.entityId}'`,
		)
	const connection = await db
		.as(authServiceRole, async (tx) => {
			await tx.query(queries.updateSsoProviderRow(id, input.resource_id ?? null, input.disabled ?? null))
			await tx.query(queries.updateSamlProvider(id, input.attribute_mapping, input.name_id_format ?? null))
			if (metadata) await tx.query(queries.updateMetadata(id, metadata.xml, input.metadata_url ?? null))
			if (domains) await assignDomains(tx, id, domains)
			if (input.disabled) await tx.query(queries.deleteSsoSessions(ssoProviderName(id)))
			const traits = { provider: id, entity_id: saml.entity_id }
			await tx.query(queries.insertSsoProviderAuditEntry('sso_provider_updated', x.ip, traits))
			return readConnection(tx, id)
		})
		.catch((error) => throwConflict(error, saml.entity_id))
	return json(ssoProviderJson(connection))
}

async function readMetadata(
	{ config }: AuthContext,
	{ metadata_xml: xmlOfBody, metadata_url: url }: SsoProviderBody,
): Promise<{ xml: string; entityId: string } | undefined> {
	const xml = xmlOfBody ?? (url && (await fetchMetadata(config, url)))
	if (!xml) return undefined
	const { entityId } = await readIdentityProvider(xml)
	return { xml, entityId }
}

/** Sets the domains of a provider. @throws AuthError 400 sso_domain_already_exists */
async function assignDomains(tx: Tx, id: string, domains: readonly string[]): Promise<void> {
	await tx.query(queries.deleteOtherDomains(id, domains))
	await tx.query(queries.upsertDomains(id, domains))
	const [taken] = await tx.query<{ domain: string; sso_provider_id: string }>(
		queries.domainOfOtherProvider(id, domains),
	)
	if (taken)
		throw new AuthError(
			400,
			'sso_domain_already_exists',
			`SSO Domain '${taken.domain}' is already assigned to an SSO identity provider (${taken.sso_provider_id})`,
		)
}

async function readConnection(tx: Tx, id: string): Promise<SsoConnection> {
	return requireConnection((await tx.final<SsoConnection>(ssoConnectionById(id)))[0])
}

function throwConflict(error: unknown, entityId: string): never {
	if (isUniqueViolation(error, 'saml_providers_entity_id_key'))
		throw new AuthError(
			422,
			'saml_idp_already_exists',
			`SAML Identity Provider with this EntityID (${entityId}) already exists`,
		)
	if (isUniqueViolation(error, 'sso_providers_resource_id_key'))
		throw new AuthError(422, 'conflict', 'An SSO provider with this resource_id already exists')
	throw error
}

/** The wire form of an identity provider. Absent fields are left out, never null. */
function ssoProviderJson({ saml, ...provider }: SsoConnection) {
	return {
		id: provider.id,
		resource_id: provider.resource_id ?? undefined,
		disabled: provider.disabled,
		saml: {
			entity_id: saml.entity_id,
			metadata_xml: saml.metadata_xml,
			metadata_url: saml.metadata_url ?? undefined,
			attribute_mapping: saml.attribute_mapping,
			name_id_format: saml.name_id_format ?? undefined,
		},
		domains: provider.domains.map((domain) => ({ domain })),
		created_at: provider.created_at,
		updated_at: provider.updated_at,
	}
}
