import type { ImportMapping, ImportProblem, ImportSource } from './import/import-api.ts'

/** An import of testimonials. Its counts are those of rows whose outcome is stored. */
export type ImportRow = {
	space_id: string
	id: string
	/** Null for rows that were pasted. */
	file_name: string | null
	source: ImportSource
	columns: string[]
	mapping: ImportMapping
	state: 'queued' | 'running' | 'finished' | 'failed' | 'undoing' | 'undone'
	problem: string | null
	row_count: number
	done: number
	added: number
	duplicates: number
	refused: number
	pictures: number
	pictures_done: number
	pictures_failed: number
	removed: number
	created_by: string | null
	created_at: string
	started_at: string | null
	finished_at: string | null
	undone_at: string | null
	/** Null while it runs, and after it was undone. */
	undo_until: string | null
}

/** The outcome of one row of an import. */
export type ImportRowRow = {
	space_id: string
	import_id: string
	row: number
	line: number | null
	outcome: 'added' | 'duplicate' | 'refused' | 'undone'
	testimonial_id: string | null
	problem: ImportProblem | null
	heading: string | null
	reason: string | null
	cells: string[] | null
	links: { role: 'avatar' | 'photo'; url: string; reason: string }[] | null
}
