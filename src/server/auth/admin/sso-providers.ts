import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { identityProviderName } from '#server/auth/saml/company-account.ts'
import {
	type Connection,
	connectionById,
	connectionByResourceId,
} from '#server/auth/saml/provider-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { ssoProviderJson } from './sso-provider-json.ts'
import {
	allConnections,
	deleteProvider,
	endCompanySessions,
	noteProviderChange,
} from './sso-queries.ts'

/** GET /admin/sso/providers?resource_id=&resource_id_prefix= (auth.md 4). */
export function listSsoProviders({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const { resource_id: resourceId, resource_id_prefix: prefix } = c.req.query()
		const connections = await db.as(
			authService,
			(tx) => tx.final<Connection>(allConnections(resourceId || null, prefix || null)),
			{ readOnly: true },
		)
		return c.json({ items: connections.map(ssoProviderJson) })
	}
}

/** GET /admin/sso/providers/{id}, by UUID or as `resource_<name>`. */
export function getSsoProvider({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const connection = await db.as(authService, (tx) => readSsoProvider(tx, c), { readOnly: true })
		return c.json(ssoProviderJson(connection))
	}
}

/** DELETE /admin/sso/providers/{id}: its people keep their accounts, and lose their sessions and their way in. */
export function deleteSsoProvider({ db }: AuthContext) {
	return async (c: Context<Env>) => {
		const connection = await db.as(authService, async (tx) => {
			const known = await readSsoProvider(tx, c)
			const { id, saml } = known
			const traits = { provider: id, entity_id: saml.entity_id }
			await Promise.all([
				tx.query(deleteProvider(id)),
				tx.query(endCompanySessions(identityProviderName(id))),
				tx.query(noteProviderChange('sso_provider_deleted', c.var.ip, traits)),
			])
			return known
		})
		return c.json(ssoProviderJson(connection))
	}
}

/** @throws AuthError 404 sso_provider_not_found */
export async function readSsoProvider(tx: Tx, c: Context<Env>): Promise<Connection> {
	const name = c.req.param('id') ?? ''
	const connection = isUuid(name)
		? (await tx.query<Connection>(connectionById(name)))[0]
		: await findByResourceId(tx, name)
	if (!connection)
		throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
	return connection
}

/** `resource_` stands before the name, or the name itself begins so. */
async function findByResourceId(tx: Tx, name: string): Promise<Connection | undefined> {
	const [, rest] = /^resource_(.*)$/s.exec(name) ?? []
	if (rest === undefined) return undefined
	const [found] = await tx.query<Connection>(connectionByResourceId(rest))
	return found ?? (await tx.query<Connection>(connectionByResourceId(name)))[0]
}
