import type { BulkAction } from './bulk-api.ts'

/** A bulk action. Its counts are those of pieces that are stored. */
export type BulkJobRow = {
	space_id: string
	id: string
	action: BulkAction
	value: string | null
	/** `stopped`: it ended before the last testimonial; `problem` says why. */
	state: 'queued' | 'running' | 'finished' | 'stopped' | 'undoing' | 'undone'
	problem: string | null
	total: number
	done: number
	changed: number
	/** Changed by somebody else meanwhile, before the action or before its undo. */
	left_alone: number
	undo_done: number
	restored: number
	created_by: string | null
	undone_by: string | null
	created_at: string
	finished_at: string | null
	undone_at: string | null
	/** Null after it was undone. */
	undo_until: string | null
}
