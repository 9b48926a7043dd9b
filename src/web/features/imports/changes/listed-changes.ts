import type { ImportAnalysis, ImportChange, ImportChangeKind, ImportMapping } from '#shared/import/import-api.ts'

/** A change on the screen. `rows` is null for one that a choice has stopped: its control has to stay. */
export type ListedChange = Omit<ImportChange, 'rows'> & { rows: number | null }

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

/** The changes of a file in the order of the server, with those that a choice has stopped. */
export function listChanges(
	{ changes, problems }: Pick<ImportAnalysis, 'changes' | 'problems'>,
	mapping: ImportMapping,
): ListedChange[] {
	const has = (kind: ImportChangeKind) => changes.some((change) => change.kind === kind)
	const listed: ListedChange[] = changes.filter(
		({ kind }) => !sameControl.some(([first, second]) => kind === second && first && has(first)),
	)
	for (const { kinds, isStopped } of stopped) {
		const [kind] = kinds
		if (kind && isStopped(mapping) && !kinds.some(has)) listed.push(withoutExample(kind, null))
	}
	// A date that cannot be read is asked for as a missing one is.
	const badDate = problems.find(({ problem }) => problem === 'bad_date' || problem === 'future_date')
	if (badDate && !listed.some(({ kind }) => kind === 'no_date' || kind === 'stand_in_date'))
		listed.push({ ...withoutExample('no_date', badDate.rows), row: badDate.row, before: badDate.reason })
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
