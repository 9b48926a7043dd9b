/**
 * The targets of a column: `headline` is the title of the testimonial, `title` that of its author. Several of `text`, `name`, `tags` or
 * `photo` are joined; of the others the first that is filled counts. `labelled` is a part of the words below its heading, as pros and cons
 * are; `parent` names the `id` of the row that a row answers.
 */
export const importTargets = [
	'text',
	'labelled',
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
	'reply',
	'replied_at',
	'verified',
	'id',
	'parent',
	'none',
] as const
export type ImportTarget = (typeof importTargets)[number]

/** The formats of files. */
export const importFormats = ['csv', 'json', 'xlsx', 'ods', 'html', 'xml', 'yaml'] as const
export type ImportFormat = (typeof importFormats)[number]

/** The id of a known source (a file of src/product/imports/sources), else the format of the file. */
export type ImportSource = string

/** The encodings of text that a file may be read in. */
export const importEncodings = [
	'UTF-8',
	'UTF-16LE',
	'UTF-16BE',
	'Windows-1250',
	'Windows-1251',
	'Windows-1252',
	'Windows-1254',
	'Macintosh',
	'Shift_JIS',
	'GB18030',
	'EUC-KR',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

/** The characters that may separate the cells of a file. */
export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]

/** The order of day, month and year in dates that are written with numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
/** A half star becomes a whole one, none, or leaves the row without stars. */
export type HalfStars = 'up' | 'down' | 'none'

/** The choices about reading the file itself; null is a guess. */
export type TableChoices = {
	/** A file that may be two things, such as a page with a table, is read as this. */
	format: ImportFormat | null
	encoding: ImportEncoding | null
	delimiter: ImportDelimiter | null
	/** The row that holds the headings, from 1; 0: there are none. */
	heading_row: number | null
	/** The sheet of a workbook. */
	sheet: string | null
}

/** The choices of a member, as the field `mapping` of the form post carries them. What is missing is guessed, or has the default named here. */
export type ImportMapping = TableChoices & {
	/** A known source, or the format where it is none. */
	source: ImportSource
	/** Targets by position. */
	columns: ImportTarget[]
	date_order: DateOrder
	/** The zone of times that name none: a name of IANA. Default UTC. */
	time_zone: string
	/** The best rating of the file; others than 5 are converted only because they are named here. */
	scale: 5 | 10 | 100
	/** Default down, which never flatters. */
	half_stars: HalfStars
	/** HTML, entities and the escapes of MySQL become plain text. Default true. */
	plain_text: boolean
	/** Rows that were hidden, rejected or not published there. Default leave_out. */
	unwanted: 'leave_out' | 'archive'
	/** Replies of the shop become public replies. Default true. */
	replies: boolean
	/** Rows with stars and no words have their stars as words. Default leave_out. */
	stars_without_words: 'leave_out' | 'take'
	/** The name of rows without one, such as "A guest"; null: they are refused. */
	stand_in_name: string | null
	/** The day (YYYY-MM-DD) of rows whose date is missing or cannot be read; null: an unreadable date is refused, a missing one is the moment of the import. */
	stand_in_date: string | null
	/** The address that relative addresses of pictures begin with; null: such pictures are left out. */
	base_url: string | null
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
	'cell_too_large',
	'too_many_cells',
	'unclosed_quote',
	'not_an_object',
	'twice',
	'here',
	'unwanted',
	'spam_comment',
	'erased',
	'answers_nothing',
] as const
export type ImportProblem = (typeof importProblems)[number]

/**
 * `new` is added; `reply` is stored below the testimonial that it answers; `left_out` is spam, hidden there, or of a person who was erased
 * here; `refused` breaks a rule of the form.
 */
export type ImportOutcome = 'new' | 'reply' | 'duplicate' | 'left_out' | 'refused'

/** The outcome of one row, with the reason in words. */
export type ImportRowResult = {
	/** From 1, without the headings. */
	row: number
	/** Null for a file without lines. */
	line: number | null
	outcome: ImportOutcome
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
	reply: string | null
	replied_at: string | null
	/** A state that differs from the others: spam or archived. */
	state: 'spam' | 'archived' | null
}

/** The kinds of changes between the cells of a file and what is stored. */
export const importChangeKinds = [
	'html',
	'escapes',
	'translation',
	'guard',
	'zone',
	'day_order',
	'no_date',
	'stand_in_date',
	'scale',
	'half_stars',
	'no_name',
	'stand_in_name',
	'stars_alone',
	'labelled',
	'relative_address',
	'cell_left_out',
	'unknown_state',
	'spam',
	'unwanted',
	'reply',
	'duplicate',
	'erased',
	'bad_bytes',
] as const
export type ImportChangeKind = (typeof importChangeKinds)[number]

/** One kind of change, with the number of rows that it is in and an example of the first. */
export type ImportChange = {
	kind: ImportChangeKind
	rows: number
	/** The number of the row of the example. */
	row: number
	heading: string | null
	/** A cell of the file, shortened, and what it becomes; an empty `after` is left out. */
	before: string
	after: string
}

/** A cell that does not fit its column, and was left out of its row. */
export type LeftOutCell = { row: number; heading: string; value: string; reason: string }

/** A column with values of it, and what it is taken for. */
export type ImportColumn = {
	heading: string
	/** Up to three different values, shortened. */
	samples: string[]
	/** Rows in which it is filled. */
	filled: number
	/** Its values with their rows where they are at most twelve different ones, most frequent first. */
	values: { value: string; rows: number }[] | null
	target: ImportTarget
	/** True when it could be several things, so that a member is asked. */
	is_unsure: boolean
	/** The target that its heading names, also where too many of its cells do not fit. */
	likely: ImportTarget | null
}

export type ImportCounts = {
	rows: number
	new: number
	duplicate: number
	refused: number
	/** Rows that were hidden, rejected or not published there, and spam of comments. */
	left_out: number
	/** Rows that became a reply, and replies in a column. */
	replies: number
	/** Rows that name a person, or repeat words, that were erased here. */
	erased: number
}

/** The facts about a file, which are kept with its import. */
export type ImportFile = {
	format: ImportFormat
	/** Bytes. */
	size: number
	/** SHA-256, in hexadecimal. */
	fingerprint: string
	/** Null where the format fixes it. */
	encoding: ImportEncoding | null
	/** Rows with bytes that the encoding does not have, and the first of them. */
	bad_rows: { count: number; first: number[] }
	/** Null where cells are not separated by a character. */
	delimiter: ImportDelimiter | null
	/** The row that holds the headings, from 1; 0: there are none; null where a format has none. */
	heading_row: number | null
	/** The sheets of a workbook; empty for other files. */
	sheets: string[]
	sheet: string | null
}

/** The facts of an import that are kept with it (`imports.summary`), so that it can be read later. */
export type ImportSummary = {
	source_name: string
	file: ImportFile
	changes: ImportChange[]
	left_out_cells: LeftOutCell[]
}

/** The answer of `POST /functions/v1/import` with `dry_run=true`. */
export type ImportAnalysis = {
	file_name: string | null
	file: ImportFile
	source: ImportSource
	/** Its name as people know it, or that of the format. */
	source_name: string
	/** True when the source is known by its headings or was chosen. */
	is_known: boolean
	/** All that can be chosen. */
	sources: { id: ImportSource; name: string }[]
	/** The language of the headings, where most of them are in one. */
	headings_language: string | null
	columns: ImportColumn[]
	mapping: ImportMapping
	/** False when the dates of the file do not tell their order. */
	is_date_order_certain: boolean
	counts: ImportCounts
	/** The rows that stay out, by reason, most frequent first. */
	problems: { problem: ImportProblem; rows: number; row: number; reason: string }[]
	changes: ImportChange[]
	/** The first hundred. */
	left_out_cells: LeftOutCell[]
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
