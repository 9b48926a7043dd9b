import type { BulkAction } from '#shared/bulk-api.ts'
import type { BulkJobRow } from '#shared/rows.ts'
import { formatNumber } from '#web/lib/format/format.ts'

/** Each action as its button names it, while it goes on, and once it is done. */
export const bulkWords: Record<BulkAction, { label: string; doing: string; done: string }> = {
	approve: { label: 'Approve', doing: 'Approving', done: 'approved' },
	reject: { label: 'Reject', doing: 'Rejecting', done: 'rejected' },
	archive: { label: 'Archive', doing: 'Archiving', done: 'archived' },
	restore: { label: 'Restore', doing: 'Restoring', done: 'restored' },
	tag: { label: 'Tag', doing: 'Tagging', done: 'tagged' },
	untag: { label: 'Take the tag from', doing: 'Taking the tag from', done: 'freed of the tag' },
	assign: { label: 'Assign', doing: 'Assigning', done: 'assigned' },
}

/** "Approving", or "Undoing". */
export const progressText = (job: BulkJobRow): string =>
	job.state === 'undoing' ? 'Undoing' : bulkWords[job.action].doing

/** Handled ones and all of them, of the action or of its undo. */
export const progressOf = (job: BulkJobRow): [number, number] =>
	job.state === 'undoing' ? [job.undo_done, job.changed] : [job.done, job.total]

/** "4,959 approved" or "4,959 put back". */
export const resultText = (job: BulkJobRow): string =>
	job.state === 'undone'
		? `${formatNumber(job.restored)} put back`
		: `${formatNumber(job.changed)} ${bulkWords[job.action].done}`

/** Those that a person changed meanwhile: before the action, or before its undo. */
export const leftAlone = (job: BulkJobRow): number =>
	job.state === 'undone' ? job.undo_done - job.restored : job.left_alone

/** "12 changed meanwhile and were left alone."; empty without any. */
export const leftAloneText = (job: BulkJobRow): string => {
	const left = leftAlone(job)
	if (left === 0) return ''
	return `${formatNumber(left)} changed meanwhile and ${left === 1 ? 'was' : 'were'} left alone.`
}

/** Why it ended before the last one; "Stopped: 1,821 stay as they were." when a member stopped it. */
export const stoppedText = (job: BulkJobRow): string => {
	const rest = job.total - job.done
	if (job.problem !== null || job.state !== 'stopped' || rest === 0) return job.problem ?? ''
	return `Stopped: ${formatNumber(rest)} ${rest === 1 ? 'stays as it was' : 'stay as they were'}.`
}
