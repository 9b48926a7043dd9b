import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireDefaultAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { confirmProvenEmail } from '#platform/auth/accounts/identities/identity-queries.ts'
import { openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { type Contact, contactKinds, findByContact, isContactRace } from '#platform/auth/accounts/users/contact.ts'
import { markPhoneUnproven } from '#platform/auth/accounts/users/contact-queries.ts'
import { insertContactUser } from '#platform/auth/accounts/users/insert-user.ts'
import {
	checkInvitationToken,
	type SignupProof,
	takeInvitationToken,
} from '#platform/auth/accounts/users/signup-invitations.ts'
import { insertUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import {
	createUser,
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, signupDisabled } from '#platform/auth/errors.ts'
import { tooManyEmails } from '#platform/auth/limits/email-limits.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isFromThisMachine } from '#platform/operators/from-this-machine.ts'
import { claimFromThisMachine } from '#platform/operators/operator-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import { readSignup, type Signup, signupBody, signupUnconfirmed } from './signup-unconfirmed.ts'

/** POST /signup */
export async function signup(context: AuthContext, x: Exchange) {
	const { config, limits } = context
	const input = await readBody(x, signupBody)
	requireDefaultAudience(x)
	if (!input.email && !input.phone) return json(await signupAnonymously(context, x, input.data ?? {}))
	await limits.request('signup', x.ip)
	const { data, token } = takeInvitationToken(input.data ?? {})
	if (config.SIGNUP === 'closed' || (config.SIGNUP === 'invite' && !token)) throw signupDisabled()
	const request = await readSignup(context, x, { ...input, data })
	const { kind, address } = request.contact
	const proof = await checkInvitationToken(context, token, kind === 'email' ? address : undefined)
	if (config.SIGNUP === 'invite' && !proof) throw signupDisabled()
	const isMailed = kind === 'email' && !config.MAIL_AUTOCONFIRM && !(await provesAddress(context, request, proof))
	if (isMailed) await consumeConfirmation(context, x, address)
	// A second round only when the contact was taken or released between lookup and insert.
	for (let round = 0; ; round++) {
		const known = await findByContact(context, request.contact)
		try {
			return json(await signupContact(context, x, request, known, { proof, runsHook: round === 0 }))
		} catch (error) {
			if (round === 0 && isContactRace(error, request.contact)) continue
			if (isMailed) await Promise.all([limits.refundEmail('confirmation', address, x.ip), limits.refundShare()])
			throw error
		}
	}
}

/** Counts the mail before the address is looked up, so that a refusal reveals nothing. */
async function consumeConfirmation({ limits }: AuthContext, x: Exchange, address: string): Promise<void> {
	await limits.consumeEmail('confirmation', address, x.ip)
	const wait = await limits.consumeShare({ share: 'newcomer' })
	if (wait === 0) return
	// A refused request must not keep the owner of the address waiting.
	await limits.refundEmail('confirmation', address, undefined)
	throw tooManyEmails(wait)
}

async function signupContact(
	context: AuthContext,
	x: Exchange,
	request: Signup,
	known: Account | undefined,
	{ proof, runsHook }: { proof: SignupProof; runsHook: boolean },
): Promise<object> {
	const { config, db } = context
	const { id, contact, data } = request
	const isProven = proof === 'proven' && !isUnconfirmed(known)
	const isConfirmed = isProven || config[contactKinds[contact.kind].autoconfirm]
	if (known && isConfirmed) {
		if (contact.kind === 'email') {
			const traits = { provider: 'email' }
			const audit = insertAuditEntry('user_repeated_signup', known.id, x.ip, traits)
			await db.as(authServiceRole, (tx) => tx.final(audit))
		}
		throw new AuthError(422, 'user_already_exists', 'User already registered')
	}
	// The hook's refusal comes before anything that could reveal whether the contact is taken.
	const candidate = { id, [contact.kind]: contact.address, provider: contact.kind, data }
	if (runsHook) await runBeforeUserCreatedHook(context, candidate, { ip: x.ip })
	if (isConfirmed) return signupConfirmed(context, x, request, isProven)
	return signupUnconfirmed(context, x, request, known)
}

/**
 * True when the token of an invitation confirms the address. Where another person may have registered it first, the mail
 * with its rules about their password is sent all the same.
 */
async function provesAddress(context: AuthContext, { contact }: Signup, proof: SignupProof): Promise<boolean> {
	return proof === 'proven' && !isUnconfirmed(await findByContact(context, contact))
}

const isUnconfirmed = (known: Account | undefined) => known !== undefined && !known.email_confirmed_at

/** Creates a user whose contact needs no confirmation, with a session. `isProven`: an invitation proved the address. */
async function signupConfirmed(
	context: AuthContext,
	x: Exchange,
	{ id, contact, data, ...request }: Signup,
	isProven: boolean,
) {
	const password = await context.passwords.hash(request.password)
	const user = { id, contact, password, data, ip: x.ip }
	const { OPERATORS, SITE_URL } = context.config
	// Only an account with its session: a mistyped address that waits for its mail would make a stranger the operator.
	const mayClaim = contact.kind === 'email' && OPERATORS.length === 0 && isFromThisMachine(x, SITE_URL)
	return createSignedInUser(context, x, user, contact.kind, (tx) =>
		Promise.all([
			insertContactUser(tx, user, true),
			...(isProven ? [tx.query(confirmProvenEmail(id, contact.address))] : []),
			...(mayClaim ? [tx.query(claimFromThisMachine(id))] : []),
			...(contact.kind === 'phone' ? [tx.query(markPhoneUnproven(id))] : []),
		]),
	)
}

/** Creates a user without email or phone, with a session. Off by default. */
async function signupAnonymously(context: AuthContext, x: Exchange, data: Record<string, unknown>) {
	const { config, limits } = context
	if (!config.ANONYMOUS_SIGNIN)
		throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (config.SIGNUP !== 'open') throw signupDisabled()
	await limits.request('anonymous', x.ip)
	const id = randomUUID()
	await runBeforeUserCreatedHook(context, { id, data }, { ip: x.ip })
	const row = { email: null, password: null, appMetadata: {}, userMetadata: data, confirmed: false, anonymous: true }
	const insertion = insertUser({ id, ...row })
	return createSignedInUser(context, x, { id, data }, 'anonymous', (tx) => tx.query(insertion))
}

async function createSignedInUser(
	context: AuthContext,
	x: Exchange,
	{ id, data }: Pick<Signup, 'id' | 'data'>,
	via: Contact['kind'] | 'anonymous',
	insert: (tx: Tx) => Promise<unknown>,
) {
	const opened = await createUser(context, data, async (tx) => {
		const made = insert(tx)
		const queued = enqueueAfterUserCreatedHook(context, id, x.ip).map((query) => tx.query(query))
		const opening = startSession(context, tx, x, id, via === 'anonymous' ? via : 'password', { via })
		const [session] = await Promise.all([opening, made, ...queued])
		return session
	})
	return openedSessionJson(context, opened)
}
