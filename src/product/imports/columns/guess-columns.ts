import type { ImportTarget } from '#shared/import/import-api.ts'
import { fitOf, isBooleanColumn, isIdColumn, leastShare, share } from './fit-columns.ts'
import { type Candidate, candidatesOf, isFamilyName, isGivenName, isOnlyFamilyName, plainHeading } from './headings.ts'
import type { ColumnSurvey } from './survey-columns.ts'

/** A column with the targets that its heading speaks for. */
export type NamedColumn = { at: number; heading: string; survey: ColumnSurvey; candidates: Candidate[] }

type Offer = { column: NamedColumn; target: ImportTarget; score: number }

/** Pros and cons may be several columns. */
const severalOf: ReadonlySet<ImportTarget> = new Set(['labelled'])
/** Targets that make no sense without the words that they belong to. */
const companions: readonly ImportTarget[] = ['reply', 'replied_at', 'parent', 'labelled']

/** @param taken targets that are settled, by position */
export function guessColumns(
	columns: readonly NamedColumn[],
	taken: readonly (ImportTarget | undefined)[],
): ImportTarget[] {
	const targets = columns.map(({ at }) => taken[at] ?? 'none')
	const open = columns.filter(({ at, survey }) => taken[at] === undefined && survey.filled > 0)
	for (const { column, target } of offersOf(open)) {
		if (targets[column.at] !== 'none') continue
		if (targets.includes(target) && !(severalOf.has(target) && !taken.includes(target))) continue
		targets[column.at] = target
	}
	joinNames(open, targets)
	if (!columns.some(({ candidates }) => candidates.length > 0)) guessByValues(open, targets)
	else if (!hasWords(targets)) guessWords(open, targets)
	addFallbacks(open, targets)
	settle(targets, taken)
	return targets
}

function offersOf(columns: readonly NamedColumn[]): Offer[] {
	return columns
		.flatMap((column) =>
			column.candidates.map((candidate) => {
				const { target, score } = candidate
				const { survey } = column
				const fit = fitOf(survey, target, true)
				const isOpen = fit >= leastShare && isOffered(candidate, column)
				return { column, target, score: isOpen ? score + bonusOf(target, survey) : 0 }
			}),
		)
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || a.column.at - b.column.at)
}

/** Names that many people share, because they gave none. */
const anonymous = /anonym|guest|gast|invit|kund|customer|client|user|visitor|buyer|verified|someone|匿名|аноним/i

/**
 * A family name alone is no name, a short running number is no id that two files would share, and the same name or title in every row is
 * that of the shop.
 */
function isOffered({ target, isWhole }: Candidate, { heading, survey }: NamedColumn): boolean {
	const isConstant = survey.distinct === 1 && survey.looked > 2
	if (target === 'id') return isWhole && survey.length / survey.looked >= 8 && isIdColumn(survey)
	if (target === 'parent') return isWhole
	if (target === 'headline') return !isConstant
	if (target !== 'name') return true
	return !isOnlyFamilyName(heading) && (!isConstant || anonymous.test(survey.samples[0] ?? ''))
}

/** Longer words, different names and drawn stars speak for a column. */
function bonusOf(target: ImportTarget, survey: ColumnSurvey): number {
	const mean = survey.length / survey.looked
	if (target === 'text')
		return Math.min(40, 5 * Math.log2(1 + mean)) + 25 * share(survey, 'prose') - (isLabels(survey) ? 30 : 0)
	if (target === 'name')
		return (
			(20 * survey.distinct) / survey.looked +
			5 * Math.min(3, survey.words / survey.looked) -
			20 * share(survey, 'prose')
		)
	if (target === 'rating') return 15 * share(survey, 'stars')
	if (target === 'submitted_at') return 10 * share(survey, 'date')
	if (target === 'title') return 55 * share(survey, 'job') - 15
	if (target === 'headline') return -60 * share(survey, 'job')
	return 0
}

/** True for a few values that come again and again. */
function isLabels({ values, looked, distinct }: ColumnSurvey): boolean {
	return values !== null && looked > 3 * distinct
}

/** A first name takes its family name along; a full name stands alone. */
function joinNames(columns: readonly NamedColumn[], targets: ImportTarget[]): void {
	const name = columns.find(({ at }) => targets[at] === 'name')
	const named = columns.filter(({ at, survey, heading, candidates }) => {
		const isName = candidates.some(({ target, isWhole }) => target === 'name' && isWhole)
		return targets[at] === 'none' && isName && isFamilyName(heading) && fitOf(survey, 'name', true) >= leastShare
	})
	const family = named.find(({ heading }) => isOnlyFamilyName(heading)) ?? named[0]
	if (!family) return
	if (!name) {
		if (isOnlyFamilyName(family.heading)) targets[family.at] = 'name'
		return
	}
	const isFirst =
		isGivenName(name.heading) || (isOnlyFamilyName(family.heading) && name.survey.words < 1.5 * name.survey.looked)
	const isSecond = isOnlyFamilyName(family.heading) || family.survey.words < 1.5 * family.survey.looked
	if (isFirst && isSecond) targets[family.at] = 'name'
}

/** A second column of these fills the gaps of the first, because the first that is filled counts. */
const withFallbacks: readonly ImportTarget[] = ['submitted_at', 'rating', 'email']

function addFallbacks(columns: readonly NamedColumn[], targets: ImportTarget[]): void {
	const rows = Math.max(0, ...columns.map(({ survey }) => survey.filled))
	for (const target of withFallbacks) {
		const first = columns.find(({ at }) => targets[at] === target)
		if (!first || first.survey.filled >= rows) continue
		for (const { at, survey, candidates } of columns) {
			const isSame = candidates[0]?.target === target && candidates[0].isWhole
			if (at > first.at && targets[at] === 'none' && isSame && fitOf(survey, target, true) >= leastShare)
				targets[at] = target
		}
	}
}

const hasWords = (targets: readonly ImportTarget[]) => targets.includes('text') || targets.includes('labelled')

/** Without headings, or with headings in an unknown language, the values alone decide. */
function guessByValues(columns: readonly NamedColumn[], targets: ImportTarget[]): void {
	const place = (target: ImportTarget, fits: (survey: ColumnSurvey) => boolean) => {
		const found = columns.find(({ at, survey }) => targets[at] === 'none' && fits(survey))
		if (found && !targets.includes(target)) targets[found.at] = target
	}
	for (const target of ['email', 'submitted_at', 'rating'] as const)
		place(target, (survey) => fitOf(survey, target, false) >= leastShare)
	guessWords(columns, targets)
	place('name', (survey) => {
		const isShort = survey.length / survey.looked < 40
		return (
			isShort && fitOf(survey, 'name', false) >= leastShare && !isLabels(survey) && survey.distinct * 2 >= survey.looked
		)
	})
}

/** The longest prose is the words, unless its heading speaks for something else. */
function guessWords(columns: readonly NamedColumn[], targets: ImportTarget[]): void {
	const mean = ({ survey }: NamedColumn) => survey.length / survey.looked
	const [longest] = columns
		.filter(({ at, survey, candidates, heading }) => {
			const isOther = candidates.some(({ target }) => target !== 'text')
			return targets[at] === 'none' && !isOther && fitOf(survey, 'text', false) >= leastShare && mayBeWords(heading)
		})
		.sort((a, b) => mean(b) - mean(a))
	if (longest && mean(longest) > 20) targets[longest.at] = 'text'
}

/** A reply, a description of a product, or an internal note is none, however long it is. */
function mayBeWords(heading: string): boolean {
	return !/\b(?:reply|response|answer|antwort|reponse|respuesta|risposta|description|product|internal|private|intern|terms|policy|agent|company|owner|hear about|improve|complain)\b/.test(
		plainHeading(heading),
	)
}

function settle(targets: ImportTarget[], taken: readonly (ImportTarget | undefined)[]): void {
	// A file whose only words are pros, or "likes", has words.
	const labelled = targets.filter((target) => target === 'labelled').length
	if (labelled === 1 && !targets.includes('text') && !taken.includes('labelled'))
		targets[targets.indexOf('labelled')] = 'text'
	const isMeant = (target: ImportTarget) => (target === 'replied_at' ? targets.includes('reply') : hasWords(targets))
	for (const [at, target] of targets.entries())
		if (taken[at] === undefined && companions.includes(target) && !isMeant(target)) targets[at] = 'none'
}

export function namedColumns(headings: readonly string[], surveys: readonly ColumnSurvey[]): NamedColumn[] {
	return headings.flatMap((heading, at) => {
		const survey = surveys[at]
		return survey ? [{ at, heading, survey, candidates: candidatesOf(heading) }] : []
	})
}

/** Ids, yes and no, and values that are always the same are nothing that a member is asked about. */
export function isPlainlyUseless(survey: ColumnSurvey): boolean {
	const isConstant = survey.distinct === 1 && survey.looked > 2
	return (
		isConstant ||
		isBooleanColumn(survey) ||
		isIdColumn(survey) ||
		share(survey, 'id') + share(survey, 'number') >= leastShare
	)
}
