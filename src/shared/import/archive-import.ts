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

/** An archive's statements about itself. All of it was written by the maker of the archive. */
export type ArchiveSummary = {
	name: string
	/** The slug of its first form. */
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

/** Counts after loading. */
export type ArchiveCounts = { testimonials: number; files: number; missing: number; erased: number }
