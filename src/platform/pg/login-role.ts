import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { withClient } from './connections.ts'

/** Role the server works as: not a superuser, owns nothing, inherits nothing. */
export const loginRole = 'plaudit_login'

/** Connection settings of the role that serves requests. */
export function loginAs(owner: pg.ClientConfig): pg.ClientConfig {
	const password = loginPassword(owner)
	const { password: _, ...rest } = owner
	return { ...rest, user: loginRole, ...(password ? { password } : {}) }
}

/**
 * Sets the role's password unless it can already sign in. A role belongs to the whole cluster, so another node or
 * installation may write it at the same time; a lost race is retried.
 * @throws the database's error when the password cannot be set
 */
export async function setLoginPassword(owner: pg.ClientConfig, client: pg.Client): Promise<void> {
	const password = loginPassword(owner)
	if (!password) return
	const { rows } = await client.query("select format('alter role %I password %L', $1::text, $2::text) as text", [
		loginRole,
		password,
	])
	for (;;) {
		const refusal = await findRefusal(owner)
		if (!refusal) return
		try {
			await client.query(rows[0].text)
			return
		} catch (error) {
			if ((error as { code?: string }).code === '42501')
				throw new Error(
					`${loginRole} cannot sign in (${refusal.message}), and ${owner.user} may not set its password. ` +
						'Run the statements that "plaudit roles" prints as an administrator of the database.',
					{ cause: error },
				)
			if (!isLostRace(error as Error)) throw error
		}
	}
}

/** Derived from the owner's password, so that all nodes agree on it without storing it. */
export function loginPassword(owner: pg.ClientConfig): string | undefined {
	if (typeof owner.password !== 'string' || !owner.password) return undefined
	return createHmac('sha256', owner.password).update(loginRole).digest('base64url')
}

function findRefusal(owner: pg.ClientConfig): Promise<Error | undefined> {
	const login = { ...loginAs(owner), application_name: 'plaudit-migrate' }
	return withClient(login, async () => undefined).catch((error: Error) => error)
}

/** Catalogs have no row locks: the second of two writers gets XX000, an internal error, with this message. */
function isLostRace({ message }: Error): boolean {
	return message === 'tuple concurrently updated'
}
