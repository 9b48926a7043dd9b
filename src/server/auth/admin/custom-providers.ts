import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import {
	allCustomProviders,
	type CustomProviderRow,
	customProviderByIdentifier,
	deleteCustomProvider,
	saveCustomProvider,
} from '#server/auth/openid/custom-provider-queries.ts'
import type { Env } from '#server/deps.ts'
import {
	checkCustomProvider,
	customProviderBody,
	readIdentifier,
	readType,
	requireComplete,
} from './custom-provider-body.ts'
import { changedProvider, newProvider, withDiscovery } from './custom-provider-change.ts'

/** GET /admin/custom-providers?type= (auth.md §4) */
export function listCustomProviders({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const type = c.req.query('type')
		const wanted = type ? readType(type, 'type') : null
		const rows = await db.as(authService, (tx) =>
			tx.final<CustomProviderRow>(allCustomProviders(wanted)),
		)
		return c.json({ providers: rows.map(providerJson) })
	}
}

/** POST /admin/custom-providers. The secret is kept encrypted and never shown. */
export function createCustomProvider(context: AuthContext) {
	const { config, db } = context
	return async (c: Context<Env>) => {
		const body = await readBody(c, customProviderBody)
		requireComplete(body)
		checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
		const { identifier = '' } = body
		const known = await db.as(authService, (tx) => tx.final(customProviderByIdentifier(identifier)))
		if (known.length > 0) throw alreadyThere()
		const row = await withDiscovery(context, newProvider(context, body))
		const [saved] = await db
			.as(authService, (tx) => tx.final<CustomProviderRow>(saveCustomProvider(row)))
			.catch((error: unknown) => {
				throw isTaken(error, 'custom_providers_identifier_key') ? alreadyThere() : error
			})
		return c.json(providerJson(found(saved)), 201)
	}
}

/** GET /admin/custom-providers/{identifier} */
export function getCustomProvider(context: AuthContext) {
	return async (c: Context<Env>) => c.json(providerJson(await read(context, c)))
}

/** PUT /admin/custom-providers/{identifier}: changes what is named; kind and identifier stay. */
export function changeCustomProvider(context: AuthContext) {
	const { config, db } = context
	return async (c: Context<Env>) => {
		const before = await read(context, c)
		const body = await readBody(c, customProviderBody)
		checkCustomProvider(body, config.CUSTOM_PROVIDERS_ALLOW_PRIVATE)
		const changed = changedProvider(context, before, body)
		const isElsewhere = body.issuer !== undefined || body.discovery_url !== undefined
		const row = isElsewhere ? await withDiscovery(context, changed) : changed
		const [saved] = await db.as(authService, (tx) =>
			tx.final<CustomProviderRow>(saveCustomProvider(row)),
		)
		return c.json(providerJson(found(saved)))
	}
}

/** DELETE /admin/custom-providers/{identifier}. Identities that came by it stay with their users. */
export function removeCustomProvider({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const identifier = readIdentifier(c.req.param('identifier'))
		const rows = await db.as(authService, (tx) => tx.final(deleteCustomProvider(identifier)))
		if (rows.length === 0) throw notFound()
		return c.body(null, 204)
	}
}

async function read({ db }: AuthContext, c: Context<Env>): Promise<CustomProviderRow> {
	const identifier = readIdentifier(c.req.param('identifier'))
	const [row] = await db.as(authService, (tx) =>
		tx.final<CustomProviderRow>(customProviderByIdentifier(identifier)),
	)
	return found(row)
}

function found(row: CustomProviderRow | undefined): CustomProviderRow {
	if (!row) throw notFound()
	return row
}

function notFound(): AuthError {
	return new AuthError(404, 'custom_provider_not_found', 'Custom OAuth provider not found')
}

function alreadyThere(): AuthError {
	const message = 'A custom OAuth provider with this identifier already exists'
	return new AuthError(400, 'conflict', message)
}

/** The provider as the wire shows it: without its secret, and without what its kind has not. */
function providerJson({ sealed_secret: _, ...row }: CustomProviderRow) {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}
