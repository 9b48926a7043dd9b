import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'
import type { Db } from '#platform/pg/db.ts'
import { findInvitation } from '#product/invitations/queries.ts'
import { anon, readQuery, service } from '#product/run-query.ts'
import type { CollectValues, FormLinkState } from '#shared/page-props.ts'
import { openStatement, sealStatement } from './account-statement.ts'
import { checkOrder, type OrderReader } from './check-order.ts'
import { parseSignedOrder } from './order-signature.ts'
import { isStatementUsed } from './queries.ts'

/** The browser and the form that a statement must be for, and the form's space. */
export type AccountReader = { secret: Buffer; form: string; space: string; browser: string | null }

type AccountState = NonNullable<FormLinkState['account']>

/**
 * The content of a visitor's link to a form: the token of a personal link, a signed order, and a statement about an account or
 * why there is none.
 */
export type FormLink = {
	invitation?: string | undefined
	order?: string | undefined
	sig?: string | undefined
	account?: string | undefined
}

/** Part of the result of `private.find_invitation`. */
type StoredInvitation = {
	form_id: string | null
	email: string
	name: string | null
	company: string | null
	state: string
	expires_at: string
	is_declined: boolean
}

/**
 * Reads the facts about a visitor by their link. Only a link that is usable now gives away the name and address of its invitation and
 * is sent along with the form.
 * @returns null for a visitor without such a link, at the cost of no query
 */
export async function loadFormLink(
	db: Db,
	reader: AccountReader & OrderReader,
	link: FormLink,
): Promise<FormLinkState | null> {
	const { invitation, order, sig, account } = link
	if (invitation === undefined && order === undefined && account === undefined) return null
	const linkState: FormLinkState = { invitation: null, order: null, account: null, proofs: {}, prefilled: {} }
	if (invitation !== undefined) await addInvitation(db, reader, invitation, linkState)
	if (order !== undefined) await addOrder(db, reader, order, sig, linkState)
	if (account !== undefined) await addAccount(db, reader, account, linkState)
	return linkState
}

async function addInvitation(
	db: Db,
	{ form, space }: OrderReader,
	token: string,
	linkState: FormLinkState,
): Promise<void> {
	const found = await loadInvitation(db, token, space)
	const state = found && found.form_id === form ? stateOf(found) : 'unknown'
	linkState.invitation = { state, name: null, ended_at: state === 'expired' && found ? found.expires_at : null }
	if (state !== 'usable' || !found) return
	const { name, company, email } = found
	linkState.invitation.name = name
	linkState.prefilled = { ...prefill('name', name), ...prefill('company', company), email }
	linkState.proofs = { ...linkState.proofs, invitation: token }
}

async function loadInvitation(db: Db, token: string, space: string): Promise<StoredInvitation | null> {
	if (!looksLikeToken(token)) return null
	const [row] = await readQuery<{ invitation: StoredInvitation | null }>(
		db,
		anon,
		findInvitation(hashToken(token)),
		space,
	)
	return row?.invitation ?? null
}

function stateOf({ state, is_declined }: StoredInvitation): NonNullable<FormLinkState['invitation']>['state'] {
	if (state === 'answered') return 'used'
	if (state === 'declined' || is_declined) return 'declined'
	if (state === 'expired') return 'expired'
	return state === 'sent' || state === 'opened' ? 'usable' : 'unknown'
}

const prefill = (field: string, value: string | null): CollectValues => (value ? { [field]: value } : {})

async function addOrder(
	db: Db,
	reader: OrderReader,
	order: string,
	sig: string | undefined,
	linkState: FormLinkState,
): Promise<void> {
	const signed = parseSignedOrder(order, sig)
	const state = signed ? await checkOrder(db, reader, signed) : 'forged'
	linkState.order = { state, reference: state === 'signed' ? order : null }
	if (state === 'signed' && sig) linkState.proofs = { ...linkState.proofs, order, sig }
}

async function addAccount(db: Db, reader: AccountReader, account: string, linkState: FormLinkState): Promise<void> {
	const found = await loadAccount(db, reader, account)
	linkState.account = found.account
	if (!found.field) return
	linkState.proofs = { ...linkState.proofs, account: found.field }
	// An invitation knows its person better.
	linkState.prefilled = {
		...prefill('name', found.account.name),
		...prefill('email', found.email),
		...linkState.prefilled,
	}
}

const reasons: readonly string[] = ['cancelled', 'failed', 'busy'] satisfies AccountState['state'][]

/**
 * Reads the account of a visitor in the address of their page, or in a form that was sent and refused.
 * @returns `field`: the statement for the form, only for one that counts now
 */
async function loadAccount(
	db: Db,
	{ secret, form, space, browser }: AccountReader,
	account: string,
): Promise<{ account: AccountState; field: string | null; email: string | null }> {
	const none = (state: AccountState['state']) => ({
		account: { state, provider: null, name: null },
		field: null,
		email: null,
	})
	if (reasons.includes(account)) return none(account as AccountState['state'])
	const statement = openStatement(secret, account, 'address') ?? openStatement(secret, account, 'form')
	if (!statement || statement.form !== form || statement.browser !== browser) return none('unknown')
	if (statement.expiresAt <= Date.now()) return none('expired')
	const [row] = await readQuery<{ is_used: boolean }>(db, service, isStatementUsed(statement.id), space)
	if (row?.is_used) return none('used')
	const { provider, name, email } = statement
	return { account: { state: 'proven', provider, name }, field: sealStatement(secret, statement, 'form'), email }
}
