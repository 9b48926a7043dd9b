import type { RecordingKind } from '#shared/form/public-form.ts'
import { readHeldTake } from '#web/public/collect/recording-field/held-take.ts'
import { inOneTab } from './one-tab.ts'
import { openUpload, type UploadPurpose } from './open-upload.ts'
import { sendFile } from './send-file.ts'
import { createEstimate, retryDelay } from './upload-pace.ts'
import { isExpired, readUploadRecord, type UploadRecord, updateUploadRecord } from './upload-record.ts'
import { consequenceOf, UploadError, type UploadStatus } from './upload-status.ts'

/** Expired uploads that are begun again before giving up. */
const maxRenewals = 3

/** The largest part that proxies on the way take, in bytes, as far as this page has learned. */
let largestPart = Number.POSITIVE_INFINITY

export type UploadJob = {
	/** Id of the form or testimonial, under which the take is kept. */
	owner: string
	purpose: UploadPurpose
	kind: RecordingKind
	report: (status: UploadStatus) => void
}

/**
 * Uploads the accepted take of a form or private link, in one tab, and goes on after interruptions until it is done, has failed for good or is
 * aborted. The record (upload-record.ts) is read before each try, because another tab may have changed it.
 */
export async function uploadRecording({ owner, purpose, kind, report: show }: UploadJob, signal: AbortSignal) {
	const first = readUploadRecord(owner, kind)
	if (!first) return show({ phase: 'none' })
	const name = `plaudit-upload-${first.take.id}`
	const channel = new BroadcastChannel(name)
	const report = (status: UploadStatus) => {
		show(status)
		channel.postMessage(status)
	}
	const total = first.take.bytes
	const wait = () => {
		show({ phase: 'elsewhere', sent: 0, total })
		channel.onmessage = ({ data }: MessageEvent<UploadStatus>) => {
			if (data.phase === 'uploading') show({ phase: 'elsewhere', sent: data.sent, total })
		}
	}
	const work = async () => {
		channel.onmessage = null
		await uploadWithRetries({ owner, purpose, kind, report }, signal)
	}
	try {
		await inOneTab(name, signal, { work, wait })
	} catch (error) {
		if (!signal.aborted) throw error
	} finally {
		channel.close()
	}
}

async function uploadWithRetries(job: UploadJob, signal: AbortSignal): Promise<void> {
	const { owner, kind, report } = job
	let sent = 0
	let attempt = 0
	let renewals = 0
	while (!signal.aborted) {
		const record = readUploadRecord(owner, kind)
		if (!record) return report({ phase: 'none' })
		const total = record.take.bytes
		if (record.isDone && record.target && !isExpired(record.target))
			return report({ phase: 'done', sent: total, total })
		const file = await readHeldTake(record.take)
		if (!file) return report({ phase: 'failed', problem: 'unreadable' })
		const step = { now: 'open' as 'open' | 'send' }
		const resumedAt = attempt > 0 || record.address ? sent : null
		const progress = createProgress(total, resumedAt, (status) => {
			if (status.sent > sent) attempt = 0
			sent = status.sent
			report(status)
		})
		try {
			await tryUpload(job, record, file, step, progress, signal)
		} catch (error) {
			signal.throwIfAborted()
			if (!(error instanceof UploadError)) throw error
			const consequence = consequenceOf(error.status, step.now, error.refusedPart)
			if (consequence.kind === 'shrink') {
				largestPart = consequence.bytes
				continue
			}
			if (consequence.kind === 'fail' || (consequence.kind === 'renew' && ++renewals > maxRenewals)) {
				return report({ phase: 'failed', problem: consequence.kind === 'fail' ? consequence.problem : 'refused' })
			}
			if (consequence.kind === 'renew') {
				updateUploadRecord(owner, record.take, {})
				sent = 0
				continue
			}
			const delay = error.retryAfter ? error.retryAfter * 1000 : retryDelay(attempt++)
			if (navigator.onLine) {
				const { reason } = consequence
				report({ phase: 'delayed', sent, total, reason, until: Date.now() + delay })
			} else report({ phase: 'offline', sent, total })
			await untilRetry(delay, signal)
		}
	}
}

async function tryUpload(
	{ owner, purpose, kind, report }: UploadJob,
	record: UploadRecord,
	file: Blob,
	step: { now: 'open' | 'send' },
	onProgress: (sent: number) => void,
	signal: AbortSignal,
): Promise<void> {
	const type = record.take.mime.split(';')[0] ?? ''
	let { target, address } = record
	if (!target || isExpired(target)) {
		report({ phase: 'starting' })
		target = await openUpload(purpose, { kind, bytes: file.size, type }, signal)
		address = undefined
		updateUploadRecord(owner, record.take, { target })
	}
	const known = target
	step.now = 'send'
	const onAddress = (url: string) => updateUploadRecord(owner, record.take, { target: known, address: url })
	await sendFile({ file, type, target, address, largestPart, onAddress, onProgress }, signal)
	updateUploadRecord(owner, record.take, { target, isDone: true })
}

type Uploading = Extract<UploadStatus, { phase: 'uploading' }>

/** Reports progress at most four times a second. */
function createProgress(total: number, resumedAt: number | null, report: (status: Uploading) => void) {
	const estimate = createEstimate(total)
	let last = 0
	let from = resumedAt
	return (sent: number) => {
		const now = Date.now()
		if (now - last < 250 && sent < total) return
		last = now
		// After a reload the first answer tells where it goes on.
		if (from === 0) from = sent
		report({ phase: 'uploading', sent, total, secondsLeft: estimate(sent, now), resumedAt: from || null })
	}
}

/** Resolves after `delay` milliseconds, or at once when the connection returns; offline, it waits for that or half a minute. */
function untilRetry(delay: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const end = new AbortController()
		const finish = (settle: () => void) => () => {
			end.abort()
			settle()
		}
		const timer = setTimeout(finish(resolve), navigator.onLine ? delay : Math.max(delay, 30_000))
		end.signal.addEventListener('abort', () => clearTimeout(timer))
		addEventListener('online', finish(resolve), { signal: end.signal })
		signal.addEventListener(
			'abort',
			finish(() => reject(signal.reason)),
			{ signal: end.signal },
		)
	})
}
