/**
 * The targets of a column: `headline` is the title of the testimonial, `title` that of its author. Several of `text`, `name` or `tags` are joined; of the others the first that is filled counts.
 */
export const importTargets = [
	'text',
	'headline',
	'name',
	'rating',
	'submitted_at',
	'email',
	'title',
	'company',
	'url',
	'source_url',
	'language',
	'tags',
	'avatar',
	'photo',
	'status',
	'none',
] as const
export type ImportTarget = (typeof importTargets)[number]

/** Exports that are recognised by their columns, and the two plain formats. */
export const importSources = ['csv', 'json', 'senja', 'testimonial_to', 'trustpilot', 'google', 'plaudit'] as const
export type ImportSource = (typeof importSources)[number]

/** The order of day, month and year in dates that are written with numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** The choices of a member, as the field `mapping` of the form post carries them. What is missing is guessed. */
export type ImportMapping = {
	/** Targets by position. */
	columns: ImportTarget[]
	date_order: DateOrder
	/** The best rating of the file; others than 5 are converted only because they are named here. */
	scale: 5 | 10 | 100
	/** `public`: the member states that the people agreed and keeps the proof. */
	consent: 'private' | 'public'
	/** `file`: that of a column. */
	status: 'pending' | 'approved' | 'file'
	/** The form that they belong to, if any. */
	form_id: string | null
	/** The language of rows that name none; null: that of the space. */
	locale: string | null
}

/** Why a row is not added. */
export const importProblems = [
	'no_name',
	'no_words',
	'too_long',
	'control',
	'bad_rating',
	'bad_date',
	'future_date',
	'bad_email',
	'bad_url',
	'bad_language',
	'bad_status',
	'bad_tags',
	'cell_too_large',
	'too_many_cells',
	'unclosed_quote',
	'not_an_object',
	'twice',
	'here',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** The outcome of one row, with the reason in words. */
export type ImportRowResult = {
	/** From 1, without the headings. */
	row: number
	/** Null for JSON. */
	line: number | null
	outcome: 'new' | 'duplicate' | 'refused'
	problem: ImportProblem | null
	heading: string | null
	reason: string | null
}

/** A row as it would be stored; for a refused one, its cells as they are. */
export type ImportPreviewRow = ImportRowResult & {
	name: string
	headline: string | null
	text: string
	rating: number | null
	/** Null: the moment of the import. */
	submitted_at: string | null
	/** As the file has it. */
	date: string
}

/** A column with a value of it, and what it is taken for. */
export type ImportColumn = { heading: string; sample: string; target: ImportTarget }

/** The answer of `POST /functions/v1/import` with `dry_run=true`. */
export type ImportAnalysis = {
	file_name: string | null
	encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
	/** Null for JSON. */
	delimiter: string | null
	source: ImportSource
	/** The language of the headings, where most of them are in one. */
	headings_language: string | null
	columns: ImportColumn[]
	mapping: ImportMapping
	/** False when the dates of the file do not tell their order. */
	is_date_order_certain: boolean
	counts: { rows: number; new: number; duplicate: number; refused: number }
	preview: ImportPreviewRow[]
}

/** The body of `POST /functions/v1/import-row`: the cells of a row as a member mended them. */
export type ImportRowBody = { import_id: string; row: number; cells: string[] }

/** The facts that a page tells about a quotation on it; the others are null. */
export type LinkPreview = {
	url: string
	title: string | null
	text: string | null
	name: string | null
	rating: number | null
	/** YYYY-MM-DD */
	said_on: string | null
	/** The address of the author's picture, else of the page's. */
	picture: string | null
	/** The author's picture itself, made small, as a data URL. */
	portrait: string | null
	site: string | null
}

/** The answer of `import_state`: of the testimonials that an import added, the number that an undo would delete. */
export type ImportState = { present: number; approved: number; replied: number; undo_until: string | null }
