import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { FileStore } from '#platform/media/files/file-store.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { failureReason, NotReady } from './failure-reason.ts'

/** True when files could be stored at the last look. `reason` is a sentence for anybody. */
export type FileStoreState = { ok: true } | { ok: false; reason: string }

/** Looks once a minute whether files can be stored and read again. */
export type FileStoreWatch = {
	/** The outcome of the last look; undefined before the first has ended. */
	last(): FileStoreState | undefined
	/** The outcome of the last look, or of the first one. */
	read(): Promise<FileStoreState>
	/** Looks from now on. @returns a function that ends it */
	follow(): () => void
}

/** Milliseconds: between two looks, between two while they fail, and for one look. */
type WatchTimes = { interval: number; retry: number; patience: number }
const defaultTimes: WatchTimes = { interval: 60_000, retry: 10_000, patience: 10_000 }

export function createFileStoreWatch(
	{ S3_BUCKET }: Pick<Config, 'S3_BUCKET'>,
	files: Pick<FileStore, 'requireWritable'>,
	log: Pick<Logger, 'error' | 'info'>,
	{ interval, retry, patience }: WatchTimes = defaultTimes,
): FileStoreWatch {
	let state: FileStoreState | undefined
	let failedAt = 0
	/** A probe that hangs is waited for again by the next look, not doubled. */
	let probe: Promise<void> | undefined
	let first: Promise<FileStoreState> | undefined

	async function look(): Promise<FileStoreState> {
		probe ??= files.requireWritable().finally(() => {
			probe = undefined
		})
		try {
			await withTimeout(patience, probe, () => new NotReady('There is no answer in time.'))
			if (state?.ok === false)
				log.info({ seconds: Math.round((Date.now() - failedAt) / 1000) }, 'files can be stored again')
			state = { ok: true }
		} catch (error) {
			const reason = failureReason(error)
			if (state?.ok !== false) failedAt = Date.now()
			if (state?.ok !== false || state.reason !== reason) log.error({ err: error }, advice(reason))
			state = { ok: false, reason }
		}
		return state
	}

	const lookFirst = () => {
		first ??= look()
		return first
	}
	const advice = (reason: string) =>
		S3_BUCKET
			? `S3_BUCKET: ${S3_BUCKET} cannot be used. ${reason} Check S3_ENDPOINT, S3_REGION and the keys`
			: `files cannot be stored. ${reason}`

	return {
		last: () => state,
		read: async () => state ?? lookFirst(),
		follow() {
			let timer: NodeJS.Timeout
			let isOver = false
			const repeat = async () => {
				const { ok } = await (first ? look() : lookFirst())
				if (!isOver) timer = setTimeout(repeat, ok ? interval : retry).unref()
			}
			void repeat()
			return () => {
				isOver = true
				clearTimeout(timer)
			}
		},
	}
}

/** Shows the outcome of the last look as 0 or 1. */
export function collectFileStore(metrics: Metrics, { last }: Pick<FileStoreWatch, 'last'>): void {
	metrics.collect(() => {
		const state = last()
		return state ? [{ name: 'plaudit_files_up', value: Number(state.ok) }] : []
	})
}
