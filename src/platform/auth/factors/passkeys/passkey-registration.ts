import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireLockedUser, requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError } from '#platform/auth/errors.ts'
import {
	parseRegistration,
	registrationOptions,
	type StoredCredential,
	throwCredentialExists,
	verifyRegistration,
} from '#platform/auth/factors/webauthn/ceremony.ts'
import { insertCredential } from '#platform/auth/factors/webauthn/webauthn-credential-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { type PasskeyRow, passkeysOf } from './passkey-queries.ts'
import {
	consumePasskeyChallenge,
	passkeyJson,
	readCredentialBody,
	requirePasskeyManager,
	startCeremony,
	verificationFailed,
} from './passkey-rules.ts'

const maxPasskeys = 10
/** A passkey replaces email and password, so it must verify its user. */
const verification = 'required'

/** POST /passkeys/registration/options */
export function startRegistration(context: AuthContext) {
	const { config, db } = context
	return async (x: Exchange) => {
		const signedIn = await requireUser(context, x)
		requirePasskeyManager(context, signedIn)
		const { account } = signedIn
		const known = await db.as(authServiceRole, (tx) => tx.final<StoredCredential>(passkeysOf(account.id)))
		requirePasskeySlot(known)
		const rules = { discoverable: true, verification } as const
		const options = await registrationOptions(config, ownerOf(account), known, rules)
		return startCeremony(context, account.id, 'registration', options)
	}
}

/** POST /passkeys/registration/verify */
export function finishRegistration(context: AuthContext) {
	const { config, db } = context
	return async (x: Exchange) => {
		const signedIn = await requireUser(context, x)
		requirePasskeyManager(context, signedIn)
		const { account } = signedIn
		const { challengeId, credential } = await readCredentialBody(x)
		const challenge = await consumePasskeyChallenge(context, challengeId, account.id, 'registration')
		const registration = parseRegistration(credential)
		const key = registration && (await verifyRegistration(config, registration, challenge, verification))
		if (!key) throw verificationFailed()
		const id = randomUUID()
		const [made] = await db
			.as(authServiceRole, async (tx) => {
				await requireLockedUser(context, x, tx)
				requirePasskeySlot(await tx.query<StoredCredential>(passkeysOf(account.id)))
				await tx.query(insertCredential(id, account.id, null, key))
				await tx.query(insertAuditEntry('passkey_created', account.id, x.ip, { passkey_id: id }))
				for (const query of accountNotice(context, x, account, 'passkey_created')) await tx.query(query)
				const all = await tx.final<PasskeyRow>(passkeysOf(account.id))
				return all.filter((row) => row.id === id)
			})
			.catch(throwCredentialExists)
		if (!made) throw new Error('the new passkey cannot be read back')
		return json(passkeyJson(made))
	}
}

function ownerOf({ id, email, phone, raw_user_meta_data: data }: Account) {
	const name = email ?? phone ?? id
	const { full_name: fullName, name: nickname } = data
	const displayName = [fullName, nickname].find((text) => typeof text === 'string' && text !== '')
	return { id, name, displayName: typeof displayName === 'string' ? displayName : name }
}

function requirePasskeySlot(known: unknown[]): void {
	if (known.length >= maxPasskeys) throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}
