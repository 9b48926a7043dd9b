import type { KnownSource } from '#product/imports/sources/known-source.ts'
import { knownSources } from '#product/imports/sources/load-sources.ts'
import { columnLookup, recogniseSource } from '#product/imports/sources/recognise-source.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import { isPermission, isUseless } from './excluded-headings.ts'
import { fitOf, isBooleanColumn, leastShare, share } from './fit-columns.ts'
import { guessColumns, isPlainlyUseless, type NamedColumn, namedColumns } from './guess-columns.ts'
import { isGivenName, isOnlyFamilyName, languageOfHeadings, plainHeading } from './headings.ts'
import type { ColumnSurvey, Survey } from './survey-columns.ts'

/** The targets of the columns of a file, and which of them a member is asked about. */
export type ColumnPlan = {
	source: KnownSource | undefined
	targets: ImportTarget[]
	isUnsure: boolean[]
	headingsLanguage: string
}

/** Most columns that a member is asked about, and most of those that have only a few labels. */
const mostQuestions = 5
const mostLabels = 2
/** Columns of a known source need less: the heading is sure, and a few odd cells are cells that are left out. */
const leastShareOfKnown = 0.5
const checkedTargets: readonly ImportTarget[] = [
	'rating',
	'email',
	'submitted_at',
	'name',
	'text',
	'avatar',
	'photo',
	'url',
]

/** Targets of which a misfit is asked about even where its values are ids or numbers. */
const askedTargets: readonly ImportTarget[] = ['text', 'name', 'rating', 'submitted_at', 'email', 'status', 'reply']

/** @param chosenSource the id of a source that a member chose; the format of the file for none */
export function planColumns(headings: readonly string[], survey: Survey, chosenSource?: string): ColumnPlan {
	const plain = headings.map(plainHeading)
	const source = sourceOf(plain, survey, chosenSource)
	const columns = namedColumns(headings, survey.columns)
	const lookUp = source && columnLookup(source, new Set(plain))
	const taken = columns.map(({ at, survey: column }) => {
		const target = lookUp?.(plain[at] ?? '')
		return target && isKept(target, column) ? target : target && ('none' as const)
	})
	const targets = guessColumns(columns, taken)
	return {
		source,
		targets,
		isUnsure: unsureOf(columns, targets, taken, lookUp),
		headingsLanguage: languageOfHeadings(headings, targets),
	}
}

function sourceOf(plain: readonly string[], survey: Survey, chosen: string | undefined): KnownSource | undefined {
	if (chosen !== undefined) return knownSources.find(({ id }) => id === chosen)
	return recogniseSource(plain, (text) =>
		survey.columns.some(({ samples }) => samples.some((sample) => sample.includes(text))),
	)
}

function isKept(target: ImportTarget, column: ColumnSurvey): boolean {
	return !checkedTargets.includes(target) || column.looked === 0 || fitOf(column, target, true) >= leastShareOfKnown
}

function unsureOf(
	columns: readonly NamedColumn[],
	targets: readonly ImportTarget[],
	taken: readonly (ImportTarget | undefined)[],
	lookUp: ((plain: string) => ImportTarget | undefined) | undefined,
): boolean[] {
	const questions = columns
		.filter(({ at, survey }) => targets[at] === 'none' && survey.filled > 0)
		.map((column) => {
			const known = lookUp?.(plainHeading(column.heading))
			const weight = known === 'none' ? 0 : known && taken[column.at] === 'none' ? 4 : weightOf(column, targets)
			return { at: column.at, weight }
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight || a.at - b.at)
	const labels = questions.filter(({ weight }) => weight === 1).slice(0, mostLabels)
	const asked = [...questions.filter(({ weight }) => weight > 1), ...labels].slice(0, mostQuestions)
	return columns.map(({ at }) => asked.some((question) => question.at === at))
}

/** The need of a column that is not taken to be asked about, from 0 for none. */
function weightOf({ heading, survey, candidates }: NamedColumn, targets: readonly ImportTarget[]): number {
	const plain = plainHeading(heading)
	const isProse = share(survey, 'prose') >= 0.4
	if (isPermission(plain)) return isProse ? 2 : 0
	const [best] = candidates
	if (best && !isRival(best.target, targets) && best.target !== 'id' && best.target !== 'parent') {
		const fit = fitOf(survey, best.target, true)
		if (fit < leastShare)
			return isPlainlyUseless(survey) && !askedTargets.includes(best.target) ? 0 : misfitWeight(best.target, survey)
	}
	if (isUseless(plain)) return 0
	if (!targets.includes('text') && !targets.includes('labelled') && share(survey, 'words') >= 0.5) return 4
	if (isProse) return targets.includes('text') ? 2 : 4
	if (isGivenName(heading) || isOnlyFamilyName(heading)) return 0
	if (best?.target === 'name' || best?.target === 'rating')
		return isPlainlyUseless(survey) && best.target === 'name' ? 0 : 2
	if (best) return 0
	if (!targets.includes('rating') && fitOf(survey, 'rating', false) >= leastShare) return 3
	if (isPlainlyUseless(survey)) return 0
	if (!targets.includes('name') && fitOf(survey, 'name', false) >= leastShare) return 3
	return share(survey, 'label') >= leastShare ? 1 : 0
}

/** Yes and no below a heading are asked about only where they may be a state. */
function misfitWeight(target: ImportTarget, survey: ColumnSurvey): number {
	return isBooleanColumn(survey) && target !== 'status' ? 0 : 3
}

/** True when another column has the target already. */
function isRival(target: ImportTarget, targets: readonly ImportTarget[]): boolean {
	return targets.includes(target)
}
