import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import {
	type CustomProviderRow,
	deleteCustomProvider,
	listCustomProviderRows,
	selectCustomProvider,
	upsertCustomProvider,
} from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import {
	checkCustomProvider,
	customProviderBody,
	readIdentifier,
	readType,
	requireComplete,
} from './custom-provider-body.ts'
import { applyProviderChange, newProvider, withDiscovery } from './custom-provider-change.ts'

/** GET /admin/custom-providers?type= */
export function listCustomProviders({ db }: AuthContext) {
	return async (x: Exchange) => {
		const type = x.query('type')
		const wanted = type ? readType(type, 'type') : null
		const rows = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(listCustomProviderRows(wanted)))
		return json({ providers: rows.map(providerJson) })
	}
}

/** POST /admin/custom-providers. The secret is stored encrypted and never returned. */
export function createCustomProvider(context: AuthContext) {
	const { config, db } = context
	return async (x: Exchange) => {
		const body = await readBody(x, customProviderBody)
		requireComplete(body)
		checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
		const { identifier = '' } = body
		const known = await db.as(authServiceRole, (tx) => tx.final(selectCustomProvider(identifier)))
		if (known.length > 0) throw identifierTaken()
		const row = await withDiscovery(context, newProvider(context, body))
		const [saved] = await db
			.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(upsertCustomProvider(row)))
			.catch((error: unknown) => {
				throw isUniqueViolation(error, 'custom_providers_identifier_key') ? identifierTaken() : error
			})
		return json(providerJson(requireRow(saved)), 201)
	}
}

/** GET /admin/custom-providers/{identifier} */
export function getCustomProvider(context: AuthContext) {
	return async (x: Exchange) => json(providerJson(await readProviderRow(context, x)))
}

/** PUT /admin/custom-providers/{identifier}: changes the given fields; type and identifier stay. */
export function updateCustomProvider(context: AuthContext) {
	const { config, db } = context
	return async (x: Exchange) => {
		const before = await readProviderRow(context, x)
		const body = await readBody(x, customProviderBody)
		checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
		const changed = applyProviderChange(context, before, body)
		const discoveryChanged = body.issuer !== undefined || body.discovery_url !== undefined
		const row = discoveryChanged ? await withDiscovery(context, changed) : changed
		const [saved] = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(upsertCustomProvider(row)))
		return json(providerJson(requireRow(saved)))
	}
}

/** DELETE /admin/custom-providers/{identifier}. Identities of the provider stay with their users. */
export function deleteCustomProviderAsAdmin({ db }: AuthContext) {
	return async (x: Exchange) => {
		const identifier = readIdentifier(x.param('identifier'))
		const rows = await db.as(authServiceRole, (tx) => tx.final(deleteCustomProvider(identifier)))
		if (rows.length === 0) throw notFound()
		return empty()
	}
}

async function readProviderRow({ db }: AuthContext, x: Exchange): Promise<CustomProviderRow> {
	const identifier = readIdentifier(x.param('identifier'))
	const [row] = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(selectCustomProvider(identifier)))
	return requireRow(row)
}

function requireRow(row: CustomProviderRow | undefined): CustomProviderRow {
	if (!row) throw notFound()
	return row
}

function notFound(): AuthError {
	return new AuthError(404, 'custom_provider_not_found', 'Custom OAuth provider not found')
}

function identifierTaken(): AuthError {
	const message = 'A custom OAuth provider with this identifier already exists'
	return new AuthError(400, 'conflict', message)
}

/** The wire form of a provider, without its secret and the fields of the other type. */
function providerJson({ sealed_secret: _, ...row }: CustomProviderRow) {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}
