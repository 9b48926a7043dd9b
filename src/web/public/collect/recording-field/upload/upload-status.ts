import { smallerPart } from './upload-pace.ts'

/** Why an upload ended without success; each is the name of its words. */
export type UploadProblem = 'closed' | 'tooLarge' | 'siteLimit' | 'full' | 'refused' | 'unreadable'

/** The progress of an upload. `sent` and `total` are bytes, `until` is in milliseconds since 1970. */
export type UploadStatus =
	| { phase: 'none' | 'starting' }
	| { phase: 'uploading'; sent: number; total: number; secondsLeft: number | null; resumedAt: number | null }
	| { phase: 'offline' | 'elsewhere' | 'done'; sent: number; total: number }
	| { phase: 'delayed'; sent: number; total: number; reason: 'retrying' | 'throttled'; until: number }
	| { phase: 'failed'; problem: UploadProblem }

/**
 * A request of an upload without success. `status` is null without an answer; `retryAfter` is in seconds, if the server named any.
 * `refusedPart` is the size of a part, in bytes, that a proxy refused and not our server.
 */
export class UploadError extends Error {
	readonly status: number | null
	readonly retryAfter: number | null
	readonly refusedPart: number | null

	constructor(status: number | null, retryAfter: number | null = null, refusedPart: number | null = null) {
		super(`upload answered ${status ?? 'nothing'}`)
		this.status = status
		this.retryAfter = retryAfter
		this.refusedPart = refusedPart
	}
}

/** The consequence of an error: another try, one with smaller parts, a new upload, or the end. */
export type UploadConsequence =
	| { kind: 'retry'; reason: 'retrying' | 'throttled' }
	| { kind: 'shrink'; bytes: number }
	| { kind: 'renew' }
	| { kind: 'fail'; problem: UploadProblem }

/**
 * @param step `open` asks for an upload, `send` sends its bytes
 * @param refusedPart as in UploadError
 */
export function consequenceOf(
	status: number | null,
	step: 'open' | 'send',
	refusedPart: number | null = null,
): UploadConsequence {
	if (refusedPart !== null) {
		const bytes = smallerPart(refusedPart)
		return bytes ? { kind: 'shrink', bytes } : { kind: 'fail', problem: 'siteLimit' }
	}
	if (status === 413) return { kind: 'fail', problem: 'tooLarge' }
	if (status === 507) return { kind: 'fail', problem: 'full' }
	if (status === 429) return { kind: 'retry', reason: 'throttled' }
	// 409 is another offset, 423 another writer: both resume.
	const isPassing = status === null || status >= 500 || [408, 409, 423].includes(status)
	if (isPassing) return { kind: 'retry', reason: 'retrying' }
	if (step === 'open') return { kind: 'fail', problem: status === 404 ? 'closed' : 'refused' }
	// The upload or its token has expired.
	if ([400, 401, 403, 404, 410].includes(status)) return { kind: 'renew' }
	return { kind: 'fail', problem: 'refused' }
}
