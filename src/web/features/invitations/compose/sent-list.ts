import type { InvitationResult } from '#shared/mail/invitation-api.ts'
import type { CheckedRecipient, KnownAddresses } from '#web/features/invitations/recipients/check-recipients.ts'
import { refusalText } from './left-out.ts'

/** The outcome of a list that was sent: the number of people who are asked, and the others with the reason in words. */
export type SentList = {
	queued: number
	left: { key: string; name: string; email: string; isBroken: boolean; reason: string }[]
}

/**
 * Joins the server's answers to the rows that were sent, by their position, and adds the rows that were not sent.
 * @param known earlier invitations of the addresses that the server left out
 */
export function sentListOf(
	rows: readonly CheckedRecipient[],
	results: readonly InvitationResult[],
	known: KnownAddresses,
): SentList {
	const answers = new Map<CheckedRecipient, InvitationResult>()
	const sent = rows.filter(({ state }) => state.kind === 'send')
	for (const result of results) {
		const row = sent[result.position - 1]
		if (row) answers.set(row, result)
	}
	const left = rows.flatMap((row) => {
		const { key, name, email, state } = row
		if (state.kind !== 'send') return [{ key, name, email, isBroken: state.kind === 'bad', reason: state.reason }]
		const answer = answers.get(row)
		if (!answer?.reason) return []
		const reason = known.get(answer.email)?.reason ?? refusalText(answer.reason)
		return [{ key, name, email, isBroken: answer.reason === 'bad address', reason }]
	})
	return { queued: rows.length - left.length, left }
}
