import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser, requireUserLocked } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import type { Account } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import {
	readRegistration,
	registrationOptions,
	type StoredKey,
	verifyRegistration,
} from './ceremony.ts'
import { insertKey } from './key-queries.ts'
import { passkeyJson } from './passkey-json.ts'
import { insertKeyChallenge, type PasskeyRow, passkeysOf } from './passkey-queries.ts'
import {
	explainTakenKey,
	readCeremony,
	requireManager,
	takeChallenge,
	verificationFailed,
} from './passkey-rules.ts'

const challengeSeconds = 300
const maxPasskeys = 10
/** A passkey stands for address and password together, so it must know its owner. */
const verification = 'required'

/** POST /passkeys/registration/options */
export function startRegistration(context: AuthContext) {
	const { config, db, limits } = context
	return async (c: Context<Env>) => {
		await limits.request('passkey', c.var.ip)
		const signedIn = await requireUser(context, c)
		requireManager(signedIn)
		const { account } = signedIn
		const known = await db.as(authService, (tx) => tx.final<StoredKey>(passkeysOf(account.id)))
		requireRoom(known)
		const rules = { discoverable: true, verification } as const
		const options = await registrationOptions(config, ownerOf(account), known, rules)
		const id = randomUUID()
		await db.as(authService, (tx) =>
			tx.final(insertKeyChallenge(id, account.id, 'registration', options.challenge)),
		)
		const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
		return c.json({ challenge_id: id, options, expires_at })
	}
}

/** POST /passkeys/registration/verify */
export function finishRegistration(context: AuthContext) {
	const { config, db, jobs, limits } = context
	return async (c: Context<Env>) => {
		await limits.request('passkey', c.var.ip)
		const signedIn = await requireUser(context, c)
		requireManager(signedIn)
		const { account } = signedIn
		const { challengeId, credential } = await readCeremony(c)
		const challenge = await takeChallenge(context, challengeId, account.id, 'registration')
		const registration = readRegistration(credential)
		const key =
			registration && (await verifyRegistration(config, registration, challenge, verification))
		if (!key) throw verificationFailed()
		const id = randomUUID()
		const [made] = await db
			.as(authService, async (tx) => {
				await requireUserLocked(context, c, tx)
				requireRoom(await tx.query<StoredKey>(passkeysOf(account.id)))
				await tx.query(insertKey(id, account.id, null, key))
				await tx.query(noteAudit('passkey_created', account.id, c.var.ip, { passkey_id: id }))
				for (const query of noticeMail(context, c, account, 'passkey_created'))
					await tx.query(query)
				const all = await tx.final<PasskeyRow>(passkeysOf(account.id))
				return all.filter((row) => row.id === id)
			})
			.catch(explainTakenKey)
		if (!made) throw new Error('the new passkey cannot be read back')
		jobs.wake()
		return c.json(passkeyJson(made))
	}
}

function ownerOf({ id, email, phone, raw_user_meta_data: data }: Account) {
	const name = email ?? phone ?? id
	const { full_name: fullName, name: nickname } = data
	const displayName = [fullName, nickname].find((text) => typeof text === 'string' && text !== '')
	return { id, name, displayName: typeof displayName === 'string' ? displayName : name }
}

function requireRoom(known: unknown[]): void {
	if (known.length >= maxPasskeys)
		throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}
