import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { looksLikeToken } from '#platform/keys/secret-token.ts'
import type { Query } from '#platform/pg/sql.ts'
import { claimBySetupLink, closeSetup, replaceSetupLink, storeFirstSetupLink } from './operator-queries.ts'
import { operatorTablesRole } from './service-role.ts'

type SetupDeps = Pick<Deps, 'config' | 'db' | 'keys'>

/**
 * Makes the setup link of a fresh server, whose account becomes the operator. With OPERATORS there is none.
 * @returns the link; undefined when an earlier start or another node made it
 */
export async function makeFirstSetupLink(deps: SetupDeps): Promise<string | undefined> {
	if (deps.config.OPERATORS.length === 0) return storeLink(deps, storeFirstSetupLink)
	await deps.db.as(operatorTablesRole, (tx) => tx.final(closeSetup()))
	return undefined
}

/** Makes a setup link that works once and for seven days; the former one ends. */
export async function makeSetupLink(deps: SetupDeps): Promise<string> {
	const link = await storeLink(deps, replaceSetupLink)
	if (!link) throw new Error('auth.operator_setup has lost its row.')
	return link
}

/** Redeems a setup link for an account. @returns false when it is spent, replaced or too old, or the address is not confirmed */
export async function redeemSetupLink({ db, keys }: SetupDeps, token: string, userId: string): Promise<boolean> {
	if (!looksLikeToken(token)) return false
	const claimed = await db.as(operatorTablesRole, (tx) =>
		tx.final(claimBySetupLink(hashSetupToken(keys, token), userId)),
	)
	return claimed.length > 0
}

async function storeLink({ config, db, keys }: SetupDeps, store: (hash: Buffer) => Query): Promise<string | undefined> {
	const token = randomBytes(32).toString('base64url')
	const stored = await db.as(operatorTablesRole, (tx) => tx.final(store(hashSetupToken(keys, token))))
	return stored.length > 0 ? `${config.SITE_URL}/auth?setup=${token}` : undefined
}

/** Keyed, so that a copy of the database alone cannot make a link. */
function hashSetupToken({ secret }: Deps['keys'], token: string): Buffer {
	return createHmac('sha256', secret).update(`auth/setup\0${token}`).digest()
}
