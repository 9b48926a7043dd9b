import type {
	ImportAnalysis,
	ImportChange,
	ImportChangeKind,
	ImportMapping,
	ImportProblem,
} from '#shared/import/import-api.ts'

/** A change on the screen. `rows` is null for one that a choice has stopped: its control has to stay. */
export type ListedChange = Omit<ImportChange, 'rows'> & {
	rows: number | null
	/** The server's sentence about the first row that stays out. */
	reason?: string
}

/** Choices that stop their own change, which the server no longer finds then. */
const stopped: { kinds: ImportChangeKind[]; isStopped: (mapping: ImportMapping) => boolean }[] = [
	{ kinds: ['html', 'escapes', 'translation'], isStopped: ({ plain_text: plain }) => !plain },
	{ kinds: ['reply'], isStopped: ({ replies }) => !replies },
	{ kinds: ['half_stars'], isStopped: ({ half_stars: half }) => half !== 'down' },
	{ kinds: ['scale'], isStopped: ({ scale }) => scale !== 5 },
	{ kinds: ['unwanted'], isStopped: ({ unwanted }) => unwanted === 'archive' },
	{ kinds: ['stars_alone'], isStopped: ({ stars_without_words: stars }) => stars === 'take' },
	{ kinds: ['stand_in_name', 'no_name'], isStopped: ({ stand_in_name: name }) => name !== null },
	{ kinds: ['stand_in_date', 'no_date'], isStopped: ({ stand_in_date: date }) => date !== null },
	{ kinds: ['relative_address'], isStopped: ({ base_url: base }) => base !== null },
]

/** Kinds with one control; of those that are in a file the first is listed. */
const sameControl: ImportChangeKind[][] = [
	['stand_in_name', 'no_name'],
	['stand_in_date', 'no_date'],
]

/** Rows that stay out for these reasons may come in by a choice, or are told of, as changes of these kinds. */
const ofProblems: { kind: ImportChangeKind; instead?: ImportChangeKind; problems: ImportProblem[] }[] = [
	{ kind: 'unwanted', problems: ['unwanted'] },
	{ kind: 'duplicate', problems: ['here', 'twice'] },
	{ kind: 'stars_alone', problems: ['no_words'] },
	{ kind: 'no_name', instead: 'stand_in_name', problems: ['no_name'] },
	{ kind: 'no_date', instead: 'stand_in_date', problems: ['bad_date', 'future_date'] },
	{ kind: 'erased', problems: ['erased'] },
]

/** The changes of a file in the order of the server, with those of rows that stay out, and those that a choice has stopped. */
export function listChanges(
	{ changes, problems }: Pick<ImportAnalysis, 'changes' | 'problems'>,
	mapping: ImportMapping,
): ListedChange[] {
	const listed: ListedChange[] = changes.filter(
		({ kind }) =>
			!sameControl.some(([first, second]) => kind === second && changes.some((change) => change.kind === first)),
	)
	const has = (kind: ImportChangeKind | undefined) => listed.some((change) => change.kind === kind)
	for (const { kind, instead, problems: reasons } of ofProblems) {
		const found = problems.filter(({ problem }) => reasons.includes(problem))
		const [first] = found
		if (!first || has(kind) || has(instead)) continue
		if (kind === 'stars_alone' && !mapping.columns.includes('rating')) continue
		const rows = found.reduce((sum, problem) => sum + problem.rows, 0)
		listed.push({ ...withoutExample(kind, rows), row: first.row, reason: first.reason })
	}
	for (const { kinds, isStopped } of stopped) {
		const [kind] = kinds
		if (kind && isStopped(mapping) && !kinds.some(has)) listed.push(withoutExample(kind, null))
	}
	return listed
}

const withoutExample = (kind: ImportChangeKind, rows: number | null): ListedChange => ({
	kind,
	rows,
	row: 0,
	heading: null,
	before: '',
	after: '',
})
