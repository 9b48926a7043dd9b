import { addressFault, normalizeAddress } from './check-address.ts'
import { type Recipient, rowKey } from './recipient-list.ts'

/** Most recipients of one call of `invite_customers`. */
export const maxRecipients = 10_000

/** The outcome for a row, with its reason. `cause` chooses the icon. */
export type RowState =
	| { kind: 'send' }
	| { kind: 'bad'; reason: string }
	| { kind: 'left'; cause: 'twice' | 'asked' | 'declined' | 'limit' | 'optedOut'; reason: string }

/** A row with its number in the whole list, from 1, and its outcome. */
export type CheckedRecipient = Recipient & { key: string; number: number; state: RowState }

/** Addresses that earlier invitations exclude, normalized, with the reason. */
export type KnownAddresses = ReadonlyMap<string, Extract<RowState, { kind: 'left' }>>

/**
 * Decides for each row whether it is sent. An address that asked for no mails in one row gets none for another. A repeated address is sent once: its first row, which takes the name,
 * company and note that it lacks from the later ones.
 */
export function checkRecipients(recipients: readonly Recipient[], known: KnownAddresses): CheckedRecipient[] {
	const optedOut = new Map(
		recipients.flatMap(({ optOut, email }) => (optOut === null ? [] : [[normalizeAddress(email), optOut]])),
	)
	const firstOf = new Map<string, CheckedRecipient>()
	let sent = 0
	return recipients.map((recipient, index) => {
		const row: CheckedRecipient = {
			...recipient,
			key: rowKey(recipient.list, recipient.row),
			number: index + 1,
			state: { kind: 'send' },
		}
		const address = normalizeAddress(recipient.email)
		const fault = addressFault(recipient.email)
		const first = firstOf.get(address)
		const optOut = recipient.optOut ?? (fault ? undefined : optedOut.get(address))
		if (optOut !== undefined) row.state = optedOutBy(optOut)
		else if (fault) row.state = { kind: 'bad', reason: fault }
		else if (first) {
			first.name ||= row.name
			first.company ||= row.company
			first.note ||= row.note
			row.state = { kind: 'left', cause: 'twice', reason: `Twice in the list, also in row ${first.number}` }
		} else {
			firstOf.set(address, row)
			const before = known.get(address)
			if (before) row.state = before
			else if (sent >= maxRecipients) row.state = overLimit
			else sent++
		}
		return row
	})
}

const overLimit: RowState = {
	kind: 'left',
	cause: 'limit',
	reason: 'Over 10,000 in one go: send these first, then the rest',
}

function optedOutBy(cell: string): RowState {
	return { kind: 'left', cause: 'optedOut', reason: `Asked not to get mails (${cell.slice(0, 80)})` }
}

/** The number of rows whose people asked not to get mails. */
export function countOptedOut(rows: readonly CheckedRecipient[]): number {
	return rows.filter(({ state }) => isOptedOut(state)).length
}

export function isOptedOut(state: RowState): boolean {
	return state.kind === 'left' && state.cause === 'optedOut'
}

/** The number of rows in each state. */
export function countStates(rows: readonly CheckedRecipient[]): Record<RowState['kind'], number> {
	const counts = { send: 0, bad: 0, left: 0 }
	for (const { state } of rows) counts[state.kind]++
	return counts
}
