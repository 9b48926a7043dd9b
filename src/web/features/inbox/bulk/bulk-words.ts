import type { BulkAction } from '#shared/bulk-api.ts'
import type { BulkJobRow } from '#shared/rows.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const bulkLabels: Record<BulkAction, string> = {
	approve: 'Approve',
	reject: 'Reject',
	archive: 'Archive',
	restore: 'Restore',
	tag: 'Tag',
	untag: 'Take the tag from',
	assign: 'Assign',
}

const doing: Record<BulkAction, string> = {
	approve: 'Approving',
	reject: 'Rejecting',
	archive: 'Archiving',
	restore: 'Restoring',
	tag: 'Tagging',
	untag: 'Taking the tag from',
	assign: 'Assigning',
}

const done: Record<BulkAction, string> = {
	approve: 'approved',
	reject: 'rejected',
	archive: 'archived',
	restore: 'restored',
	tag: 'tagged',
	untag: 'freed of the tag',
	assign: 'assigned',
}

/** "Approving", or "Undoing". */
export const progressText = (job: BulkJobRow): string => (job.state === 'undoing' ? 'Undoing' : doing[job.action])

/** Handled ones and all of them, of the action or of its undo. */
export const progressOf = (job: BulkJobRow): [number, number] =>
	job.state === 'undoing' ? [job.undo_done, job.changed] : [job.done, job.total]

/** "4,959 approved" or "4,959 put back". */
export const resultText = (job: BulkJobRow): string =>
	job.state === 'undone' ? `${formatNumber(job.restored)} put back` : `${formatNumber(job.changed)} ${done[job.action]}`

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
