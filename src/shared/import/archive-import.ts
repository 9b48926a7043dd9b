/** The closed list of reasons why an archive is refused in the app; docs/archive.md says what to do about each. */
export const archiveProblems = [
	'altered',
	'broken',
	'clash',
	'cut',
	'damaged',
	'newer',
	'no_archive',
	'no_room',
	'slug_taken',
	'space_here',
	'too_large',
	'too_many_spaces',
	'wrong_file',
] as const
export type ArchiveProblem = (typeof archiveProblems)[number]

/** What an archive says of itself. All of it was written by whoever made the archive. */
export type ArchiveSummary = {
	name: string
	/** Of its first form. */
	slug: string
	space_id: string
	made_at: string
	/** The version of Plaudit that made it. */
	plaudit: string
	/** The address of the installation that made it. */
	site_url: string
	/** Entries of the ZIP file, and their bytes when unpacked. */
	parts: number
	bytes: number
	testimonials: number
	files: number
	forms: number
	walls: number
	invitations: number
	events: number
	members: { email: string; role: string }[]
	/** Slugs of forms and walls that are taken here. */
	taken: string[]
}

/** What was counted after it was loaded. */
export type ArchiveCounts = { testimonials: number; files: number; missing: number; erased: number }

/** A row of `archive_imports`: the archive that a person brought last. Only they read it. */
export type ArchiveImportRow = {
	id: string
	user_id: string
	file_name: string | null
	file_bytes: number
	/** `reading` and `loading` are the work of a job; `checked` waits for the person. */
	state: 'reading' | 'checked' | 'loading' | 'done' | 'refused'
	problem: ArchiveProblem | null
	/** The problem in words of the command `plaudit import`. */
	reason: string | null
	about: Partial<ArchiveSummary> & { loaded?: ArchiveCounts }
	slug: string | null
	with_invitations: boolean
	done_bytes: number
	total_bytes: number | null
	/** Once it is here. */
	space_id: string | null
	created_at: string
	finished_at: string | null
}
