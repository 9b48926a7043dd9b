import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { createProofOfWork } from '#platform/proof-of-work.ts'
import { createPseudonym } from '#product/http/pseudonym.ts'
import { spaceKey } from '#product/spaces/space-token.ts'
import type { FormOfSpace } from './form-of-space.ts'
import { ProofRequired } from './proof-required.ts'
import { addressUse, countAddress, spendProof } from './queries.ts'
import { splitProof } from './sent-proof.ts'
import { issueTicket, readTicket } from './waiting-ticket.ts'
import { isEnough, workOf } from './work-level.ts'

const anon = { role: 'anon' } as const
const firstWaitSeconds = 15
const longestWaitSeconds = 900

const challengesPerMinute = 60
const maxNetworks = 10_000
const minute = 60_000

/** Work or waiting that came with a submission; `level` 0 for none. */
type SentWork = { level: number; id: Buffer; until: number } | { level: 0 }

export type WorkVerifier = ReturnType<typeof createWorkVerifier>

/**
 * Asks for proof of work while a form, or a network, sends more than its hourly budget. Challenges are bound to the form, expire
 * after ten minutes and count once over all nodes; a page without a script waits instead.
 */
export function createWorkVerifier({ db, keys }: Pick<Deps, 'db' | 'keys'>) {
	const proofOfWork = createProofOfWork(keys.secret, 'submit')
	const pseudonym = createPseudonym(keys)
	const isAskingTooOften = createMinuteCounter()

	/** @throws ProofRequired for a ticket that came too early while work is needed */
	async function read(form: FormOfSpace, proof: unknown, needed: number): Promise<SentWork> {
		const { work, ticket } = splitProof(proof)
		const verified = work === null ? 'invalid' : await proofOfWork.verify(work)
		if (typeof verified !== 'string' && verified.data.form === form.id)
			return { level: Number(verified.data.level), id: verified.id, until: verified.expiresAt * 1000 }
		const waited = ticket === null ? null : readTicket(keys.secret, form.id, ticket)
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
		async verify(form: FormOfSpace, proof: unknown, needed: number): Promise<number> {
			const work = await read(form, proof, needed)
			if (!isEnough(work.level, needed)) throw new ProofRequired(form, needed)
			if (!('id' in work)) return 0
			const query = spendProof(form.id, work.id, new Date(work.until))
			const [row] = await db.as(anon, (tx) => tx.final<{ is_first: boolean }>(query), { shardKey: form.space.id })
			if (row?.is_first) return work.level
			if (needed > 0) throw new ProofRequired(form, needed)
			return 0
		},

		/** Submissions of a network to the space of a form in this hour. @param address its pseudonym */
		async usedBy({ space }: FormOfSpace, address: Buffer): Promise<number> {
			const query = addressUse(spaceKey(space.id, address))
			const [row] = await db.as(anon, (tx) => tx.final<{ used: number }>(query), { readOnly: true, shardKey: space.id })
			return row?.used ?? 0
		},

		/**
		 * Makes the challenge that a script solves.
		 * @throws AppError 429 for a network that asks without solving: a challenge costs this server a millisecond or two
		 */
		async challenge({ id: form }: FormOfSpace, level: number, ip: string) {
			if (isAskingTooOften(clientNetwork(ip))) throw tooManyChallenges()
			return proofOfWork.challenge(workOf(level), { form, level })
		},

		/**
		 * A ticket for a page without a script. The wait doubles with each ticket that a network takes in a space within an hour, up to 15 minutes.
		 * @returns it with the seconds to wait
		 */
		async ticket({ form, level, ticket }: ProofRequired, ip: string): Promise<{ text: string; seconds: number }> {
			if (ticket) return { text: ticket.text, seconds: Math.max(1, Math.ceil((ticket.from - Date.now()) / 1000)) }
			const query = countAddress(spaceKey(form.space.id, pseudonym(`waiting tickets\n${clientNetwork(ip)}`)))
			const [row] = await db.as(anon, (tx) => tx.final<{ count: number }>(query), { shardKey: form.space.id })
			const doublings = Math.min(20, (row?.count ?? 1) - 1)
			const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * level * 2 ** doublings)
			return { text: issueTicket(keys.secret, form.id, level, seconds), seconds }
		},
	}
}

/** Counts challenges of each network on this node. @returns whether a network has had its challenges of this minute */
function createMinuteCounter(): (network: string) => boolean {
	const counts = new LruCache<string, { minute: number; count: number }>(maxNetworks)
	return (network) => {
		const now = Math.floor(Date.now() / minute)
		const known = counts.get(network)
		const count = known?.minute === now ? known.count + 1 : 1
		counts.set(network, { minute: now, count })
		return count > challengesPerMinute
	}
}

function tooManyChallenges(): AppError {
	const seconds = Math.max(1, Math.ceil((minute - (Date.now() % minute)) / 1000))
	return new AppError(429, 'rate_limited', 'Too many requests. Please wait a little.', {
		headers: { 'retry-after': String(seconds) },
	})
}
