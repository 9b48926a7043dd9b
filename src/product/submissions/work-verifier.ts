import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { createProofOfWork } from '#platform/proof-of-work.ts'
import { createPseudonym } from '#product/http/pseudonym.ts'
import { ProofRequired } from './proof-required.ts'
import { addressUse, countAddress, spendProof } from './queries.ts'
import { splitProof } from './sent-proof.ts'
import { issueTicket, readTicket } from './waiting-ticket.ts'
import { isEnough, workOf } from './work-level.ts'

const anon = { role: 'anon' } as const
const firstWaitSeconds = 15
const longestWaitSeconds = 900

/** Work or waiting that came with a submission; `level` 0 for none. */
type GivenWork = { level: number; id: Buffer; until: number } | { level: 0 }

export type WorkVerifier = ReturnType<typeof createWorkVerifier>

/**
 * Asks for proof of work while a form, or a network, sends more than its hourly budget. Challenges are bound to the form, expire
 * after ten minutes and count once over all nodes; a page without a script waits instead.
 */
export function createWorkVerifier({ db, keys }: Pick<Deps, 'db' | 'keys'>) {
	const proofOfWork = createProofOfWork(keys.secret, 'submit')
	const pseudonym = createPseudonym(keys)

	/** @throws ProofRequired for a ticket that came too early while work is needed */
	async function read(form: string, proof: unknown, needed: number): Promise<GivenWork> {
		const { work, ticket } = splitProof(proof)
		const verified = work === null ? 'invalid' : await proofOfWork.verify(work)
		if (typeof verified !== 'string' && verified.data.form === form)
			return { level: Number(verified.data.level), id: verified.id, until: verified.expiresAt * 1000 }
		const waited = ticket === null ? null : readTicket(keys.secret, form, ticket)
		if (!waited || ticket === null) return { level: 0 }
		if (waited.from > Date.now()) {
			if (needed > 0) throw new ProofRequired(form, needed, { text: ticket, from: waited.from })
			return { level: 0 }
		}
		return waited
	}

	return {
		/**
		 * Uses up what came along.
		 * @param needed level that the form asks for now
		 * @returns level of the work; 0 for none
		 * @throws ProofRequired when it is not enough, or was used before
		 */
		async verify(form: string, proof: unknown, needed: number): Promise<number> {
			const given = await read(form, proof, needed)
			if (!isEnough(given.level, needed)) throw new ProofRequired(form, needed)
			if (!('id' in given)) return 0
			const query = spendProof(form, given.id, new Date(given.until))
			const [row] = await db.as(anon, (tx) => tx.final<{ is_first: boolean }>(query))
			if (row?.is_first) return given.level
			if (needed > 0) throw new ProofRequired(form, needed)
			return 0
		},

		/** Submissions of a network in this hour. @param address its pseudonym */
		async usedBy(address: Buffer): Promise<number> {
			const [row] = await db.as(anon, (tx) => tx.final<{ used: number }>(addressUse(address)), { readOnly: true })
			return row?.used ?? 0
		},

		/** What a script solves. */
		challenge: (form: string, level: number) => proofOfWork.challenge(workOf(level), { form, level }),

		/**
		 * A ticket for a page without a script. The wait doubles with each ticket that a network takes within an hour, up to 15 minutes.
		 * @returns it with the seconds to wait
		 */
		async ticket({ form, level, ticket }: ProofRequired, ip: string): Promise<{ text: string; seconds: number }> {
			if (ticket) return { text: ticket.text, seconds: Math.max(1, Math.ceil((ticket.from - Date.now()) / 1000)) }
			const query = countAddress(pseudonym(`waiting tickets\n${clientNetwork(ip)}`))
			const [row] = await db.as(anon, (tx) => tx.final<{ count: number }>(query))
			const doublings = Math.min(20, (row?.count ?? 1) - 1)
			const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * level * 2 ** doublings)
			return { text: issueTicket(keys.secret, form, level, seconds), seconds }
		},
	}
}
