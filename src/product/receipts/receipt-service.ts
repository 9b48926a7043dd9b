import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { invalid, rateLimited, receiptNotFound } from '#product/http/errors.ts'
import type { StoredProof } from '#product/proof/build-receipt.ts'
import { receiptProof } from '#product/proof/queries.ts'
import { uploadRefused } from '#product/recordings/errors.ts'
import { createRecordingFinder } from '#product/recordings/sent-recording.ts'
import { anon, readQuery, runQuery } from '#product/run-query.ts'
import { keyOfToken, spaceOfToken } from '#product/spaces/space-token.ts'
import { createPictureStore } from '#product/testimonials/picture-store.ts'
import { isMailProof } from '#product/verifications/mail-proof.ts'
import { confirmAddress } from '#product/verifications/queries.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import { loadReceipt } from './load-receipt.ts'
import { parseReceiptChange } from './parse-receipt-change.ts'
import { answerProposal, changeByReceipt, eraseByReceipt } from './queries.ts'

/** Options of a change through a private link. */
const changeOf = (token: string) => ({ repeatable: true, shardKey: spaceOfToken(token) })
/** Far above what a person writes by hand. */
const maxChangesPerHour = 60

export type ReceiptService = ReturnType<typeof createReceiptService>

/** @throws AppError 404 for a text that is no token, which needs no query */
function keyOf(token: string): Buffer {
	const key = keyOfToken(token)
	if (!key) throw receiptNotFound()
	return key
}

/**
 * The actions of the holder of a private link. Each throws AppError 404 receipt_not_found for any other token.
 * @param onChanged called after the commit of a change, to notify members
 */
export function createReceiptService(deps: Deps, onChanged: () => void) {
	const { config, db, keys } = deps
	const pictures = createPictureStore(deps)
	const findRecording = createRecordingFinder(deps)
	const maxPerHour = config.RATE_LIMITS ? maxChangesPerHour : null

	async function read(token: string): Promise<Receipt> {
		const receipt = await loadReceipt(db, token, keys.secret)
		if (!receipt) throw receiptNotFound()
		return receipt
	}

	/** The address that the proof of a mail is for; null for any other proof. */
	function provenAddress({ id, email }: Receipt, proof: string): string | null {
		return email !== null && isMailProof(keys.secret, id, email, proof) ? email : null
	}

	async function answer(token: string, { id, accepts }: { id: string; accepts: boolean }): Promise<void> {
		const query = answerProposal(keyOf(token), id, accepts)
		const [row] = await runQuery<{ outcome: string }>(db, anon, query, changeOf(token))
		if (row?.outcome === 'closed')
			throw new AppError(409, 'conflict', 'This change is not proposed any more, or it was answered.')
		if (row?.outcome !== 'answered') throw receiptNotFound()
		onChanged()
	}

	return {
		read,
		provenAddress,

		/** The proof of the history of the testimonial. */
		async proof(token: string): Promise<StoredProof> {
			const query = receiptProof(keyOf(token))
			const [row] = await readQuery<{ proof: StoredProof | null }>(db, anon, query, spaceOfToken(token))
			if (!row?.proof) throw receiptNotFound()
			return row.proof
		},

		/**
		 * Records that the submitter reads mail at the address they gave.
		 * @returns that address; null for a proof of another testimonial or address
		 */
		async confirmAddress(token: string, proof: string): Promise<string | null> {
			const email = provenAddress(await read(token), proof)
			if (email === null) return null
			const query = confirmAddress(keyOf(token), email)
			const [row] = await runQuery<{ is_confirmed: boolean }>(db, anon, query, changeOf(token))
			return row?.is_confirmed ? email : null
		},

		/**
		 * @param body gives the wanted changes; it is called for a good token only
		 * @returns the record after the change
		 */
		async change(token: string, body: () => Promise<object> | object): Promise<Receipt> {
			const receipt = await read(token)
			const parsed = parseReceiptChange({ ...(await body()) }, receipt, config.MAX_TEXT_LENGTH)
			if ('problems' in parsed) throw invalid(parsed.problems)
			const { recording: named, proposal, ...change } = parsed.change
			if (proposal) {
				await answer(token, proposal)
				return read(token)
			}
			const recording = named && (await findRecording(receipt.id, receipt.kind, named, spaceOfToken(token)))
			const query = changeByReceipt(keyOf(token), { ...change, ...(recording && { recording }) }, maxPerHour)
			const [row] = await runQuery<{ outcome: string }>(db, anon, query, changeOf(token))
			if (row?.outcome === 'too_many') throw rateLimited()
			if (row?.outcome === 'upload_missing') throw uploadRefused('upload_missing')
			if (row?.outcome !== 'changed') throw receiptNotFound()
			onChanged()
			return read(token)
		},

		/** Rows are deleted first: a file without a row is unreachable, and swept up should this process end here. */
		async erase(token: string): Promise<void> {
			await read(token)
			const query = eraseByReceipt(keyOf(token))
			const erased = await runQuery<{ version: string | null }>(db, anon, query, changeOf(token))
			if (erased.length === 0) throw receiptNotFound()
			await pictures.remove(erased.flatMap(({ version }) => (version === null ? [] : [{ version }])))
		},
	}
}
