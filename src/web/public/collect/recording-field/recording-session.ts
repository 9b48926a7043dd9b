import type { RecordingKind } from '#shared/form/public-form.ts'
import { markRecording } from '#web/public/collect/draft/recording-mark.ts'
import { acceptTake, expireTakes, findTake, listTakes, type Take } from '#web/public/recorder/takes/take-store.ts'
import { dropHeldTake, type HeldTake, holdFile, readHeldTake } from './held-take.ts'
import { loadUpload, preloadUpload } from './upload/load-upload.ts'
import type { UploadPurpose } from './upload/open-upload.ts'
import { isExpired, readUploadRecord, writeUploadRecord } from './upload/upload-record.ts'
import type { UploadStatus } from './upload/upload-status.ts'

/** The fields of a form post that name an uploaded recording; `cover` is in seconds. */
export type SendableRecording = { media: string; cover: string }

/** `kept` is a take of an earlier visit that was not accepted; `take` is the accepted one. */
export type RecordingState = { take: HeldTake | null; kept: Take | null; upload: UploadStatus }

export type RecordingSession = ReturnType<typeof createRecordingSession>

function createState() {
	let state: RecordingState = { take: null, kept: null, upload: { phase: 'none' } }
	const listeners = new Set<() => void>()
	const change = (part: Partial<RecordingState>) => {
		state = { ...state, ...part }
		for (const listener of listeners) listener()
	}
	const subscribe = (listener: () => void) => {
		listeners.add(listener)
		return () => void listeners.delete(listener)
	}
	return { getState: () => state, change, subscribe }
}

/**
 * A visitor's recording of one kind: the take on this device and its upload, which starts when the take is accepted.
 * @param owner id of the form or testimonial, under which the take is kept
 */
export function createRecordingSession(owner: string, purpose: UploadPurpose, kind: RecordingKind) {
	const { getState, change, subscribe } = createState()
	let running: AbortController | null = null
	let isRenewed = false
	let check: Promise<void> | undefined

	/** Finds what an earlier visit left, and goes on with its upload. */
	async function restore(): Promise<void> {
		await expireTakes()
		const record = readUploadRecord(owner, kind)
		const isThere = record && (record.isDone || (await readHeldTake(record.take)))
		if (isThere) {
			change({ take: record.take })
			return void upload()
		}
		if (record) writeUploadRecord(owner, kind, undefined)
		await look()
	}

	/** Looks again for a take that was recorded and not accepted, after the recorder was closed. */
	async function look(): Promise<void> {
		const accepted = getState().take
		// The visitor may have thrown the accepted take away in order to record another one.
		if (accepted && !(await findTake(accepted.id))) await stop()
		const takes = await listTakes(owner)
		const kept = takes.find((take) => take.kind === kind && take.id !== getState().take?.id)
		change({ kept: kept ?? null })
		if (takes.length === 0) markRecording(owner, null)
	}

	/** The recorder is open: from now on a reload finds what was recorded. */
	function begin(): void {
		markRecording(owner, kind)
		preloadUpload()
	}

	/** Notes that a chosen file is being checked: Send waits for it, as for an upload. */
	function follow(work: Promise<void>): void {
		const ended = () => {
			if (check === followed) check = undefined
		}
		const followed = work.then(ended, ended)
		check = followed
	}

	/** Keeps a chosen file that has to be trimmed first. */
	async function keepFile(file: File, seconds: number): Promise<Take> {
		const take = await holdFile(owner, kind, file, seconds)
		markRecording(owner, kind)
		change({ kept: take })
		return take
	}

	/** Uploads a chosen file of this many seconds, 0 if unknown. */
	async function acceptFile(file: File, seconds: number): Promise<void> {
		const { id, ...take } = await holdFile(owner, kind, file, seconds)
		await accept({ ...take, ...(await acceptTake(id)) })
	}

	/** Uploads a take in place of any former one. */
	async function accept(take: HeldTake): Promise<void> {
		const { take: former, kept } = getState()
		if (former?.id === take.id && former.bytes === take.bytes) {
			// Only its cover has changed.
			writeUploadRecord(owner, kind, { ...readUploadRecord(owner, kind), take })
			return change({ take })
		}
		if (former && former.id !== take.id) await stop()
		if (kept && kept.id !== take.id) await dropHeldTake(kept)
		markRecording(owner, kind)
		writeUploadRecord(owner, kind, { take })
		change({ take, kept: null })
		void upload()
	}

	async function upload(): Promise<void> {
		running?.abort()
		const run = new AbortController()
		running = run
		change({ upload: { phase: 'starting' } })
		const report = (status: UploadStatus) => {
			if (running !== run) return
			// Another tab has sent or removed the take.
			change(status.phase === 'none' ? { take: null, upload: status } : { upload: status })
		}
		const wait = () => report({ phase: 'offline', sent: 0, total: getState().take?.bytes ?? 0 })
		try {
			const uploadRecording = await loadUpload(wait, run.signal)
			await uploadRecording({ owner, purpose, kind, report }, run.signal)
		} catch {
			report({ phase: 'failed', problem: 'refused' })
		}
	}

	/**
	 * Begins a new upload of the take, which the server no longer has.
	 * @returns whether that happened for the first time
	 */
	function uploadAgain(): boolean {
		const isFirst = !isRenewed
		isRenewed = true
		const { take } = getState()
		if (take) writeUploadRecord(owner, kind, { take })
		void upload()
		return isFirst
	}

	/** Resolves to whether the upload is done; false when it failed, was removed, or the signal aborts. */
	async function whenUploaded(signal: AbortSignal): Promise<boolean> {
		const before = getState().upload.phase
		if (before === 'failed' || before === 'done') void upload()
		return new Promise((resolve) => {
			const settle = () => {
				const { phase } = getState().upload
				if (!signal.aborted && phase !== 'done' && phase !== 'failed' && phase !== 'none') return
				leave()
				resolve(!signal.aborted && phase === 'done')
			}
			const leave = subscribe(settle)
			signal.addEventListener('abort', settle, { once: true })
			settle()
		})
	}

	function sendable(): SendableRecording | undefined {
		const { upload: status, take } = getState()
		const record = readUploadRecord(owner, kind)
		if (status.phase !== 'done' || !record?.target || isExpired(record.target)) return undefined
		return { media: record.target.id, cover: kind === 'video' ? String(take?.cover ?? '') : '' }
	}

	/** Deletes the take and its upload here, after it was sent or because the visitor does not want it. */
	async function forget(): Promise<void> {
		const { kept } = getState()
		await stop()
		if (kept) await dropHeldTake(kept)
		if ((await listTakes(owner)).length === 0) markRecording(owner, null)
	}

	async function stop(): Promise<void> {
		running?.abort()
		running = null
		const { take } = getState()
		writeUploadRecord(owner, kind, undefined)
		change({ take: null, kept: null, upload: { phase: 'none' } })
		if (take) await dropHeldTake(take)
	}

	return {
		getState,
		subscribe,
		restore,
		look,
		begin,
		follow,
		/** Resolves when a chosen file has been checked; undefined where there is none. */
		pendingCheck: () => check,
		keepFile,
		acceptFile,
		accept,
		retry: upload,
		uploadAgain,
		whenUploaded,
		sendable,
		forget,
	}
}
