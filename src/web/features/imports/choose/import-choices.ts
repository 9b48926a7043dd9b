import type { ImportAnalysis, ImportMapping, ImportTarget } from '#shared/import/import-api.ts'

/** The choices of a member about a file: fields of the mapping, and targets of columns by their keys. The server guesses the others. */
export type Choices = { mapping: Partial<ImportMapping>; targets: Record<string, ImportTarget> }

/** Choices that read the file in another way, after which its columns are others. */
const rereading = ['format', 'source', 'encoding', 'delimiter', 'heading_row', 'sheet'] as const
/** Choices that were made for the columns of before. */
const ofColumns = ['columns', 'date_order', 'scale'] as const

/** Choices with another one. What was chosen for the columns of before is dropped when the file is read in another way. */
export function mergeChoice({ mapping, targets }: Choices, part: Partial<ImportMapping>): Choices {
	const next = { ...mapping, ...part }
	if (rereading.some((name) => name in part)) for (const name of ofColumns) if (!(name in part)) delete next[name]
	return { mapping: next, targets }
}

/** The name of a column among those of its file: headings may be the same twice. */
export const columnKey = ({ columns }: Pick<ImportAnalysis, 'columns'>, at: number): string =>
	`${at} ${columns[at]?.heading ?? ''}`

/** The targets of all columns with those that were chosen; null when they are what the server says anyway. */
export function giveTargets(
	analysis: Pick<ImportAnalysis, 'columns' | 'mapping'>,
	targets: Choices['targets'],
): ImportTarget[] | null {
	const given = analysis.mapping.columns.map((target, at) => targets[columnKey(analysis, at)] ?? target)
	return given.some((target, at) => target !== analysis.mapping.columns[at]) ? given : null
}

/** Choices that were stored as text; null when there are none of this shape. */
export function parseChoices(text: string | null): Choices | null {
	try {
		const { mapping, targets } = JSON.parse(text ?? 'null') ?? {}
		return isObject(mapping) && isObject(targets) ? ({ mapping, targets } as Choices) : null
	} catch {
		return null
	}
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
