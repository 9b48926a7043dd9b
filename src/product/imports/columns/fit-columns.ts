import type { ImportTarget } from '#shared/import/import-api.ts'
import type { CellKind } from './cell-kinds.ts'
import type { ColumnSurvey } from './survey-columns.ts'

/** The share of cells that must fit a target. */
export const leastShare = 0.9

/** The share of the cells that are of a kind. */
export function share({ kinds, looked }: ColumnSurvey, kind: CellKind): number {
	return (kinds[kind] ?? 0) / Math.max(1, looked)
}

/** True for yes and no in any form, also 0 and 1. */
export function isBooleanColumn(column: ColumnSurvey): boolean {
	if (share(column, 'boolean') < leastShare) return false
	// Ones alone are stars or numbers as well.
	return !(column.values?.every(({ value }) => value === '1') ?? false)
}

/** True for numbers that count the rows, and for ids. */
export function isIdColumn(column: ColumnSurvey): boolean {
	const isUnique = column.distinct === column.looked
	return (
		isRising(column) ||
		(share(column, 'id') >= leastShare && isUnique && column.looked > 1 && share(column, 'date') < leastShare)
	)
}

function isRising({ looked, steps }: ColumnSurvey): boolean {
	return looked > 2 && steps >= looked - 1 - Math.floor(looked / 20)
}

/** The share of filled cells that fit a target, from 0 to 1. @param hasHeading true when the heading says so */
export function fitOf(column: ColumnSurvey, target: ImportTarget, hasHeading: boolean): number {
	if (column.looked === 0) return 0
	switch (target) {
		case 'email':
			return share(column, 'email')
		case 'submitted_at':
		case 'replied_at':
			return fitOfDate(column, hasHeading)
		case 'rating':
			return fitOfRating(column, hasHeading)
		case 'name':
			return isBooleanColumn(column) && column.distinct < 3 ? 0 : share(column, 'name')
		case 'text':
		case 'labelled':
		case 'reply':
			return hasHeading ? share(column, 'words') : Math.min(share(column, 'words'), share(column, 'prose') * 1.5)
		case 'headline':
			return Math.min(share(column, 'words'), share(column, 'short'))
		case 'title':
		case 'company':
			return Math.min(share(column, 'short'), Math.max(share(column, 'name'), share(column, 'words')))
		case 'url':
		case 'source_url':
			return share(column, 'web')
		case 'avatar':
		case 'photo':
			return Math.max(share(column, 'picture'), share(column, 'web'))
		case 'language':
			return share(column, 'language')
		case 'tags':
			return isBooleanColumn(column) || isIdColumn(column) ? 0 : share(column, 'short')
		case 'status':
			return isBooleanColumn(column) ? 0 : share(column, 'state')
		case 'verified':
			return column.length / column.looked <= 40 ? 1 : 0
		case 'id':
			return column.distinct === column.looked ? 1 : 0
		case 'parent':
			return Math.max(share(column, 'id'), share(column, 'number'))
		default:
			return 0
	}
}

/** Words beside readable dates, such as "2 months ago", are asked for later; numbers alone are dates only below such a heading. */
function fitOfDate(column: ColumnSurvey, hasHeading: boolean): number {
	const dates = share(column, 'date')
	if (!hasHeading) return share(column, 'number') > 0.5 ? 0 : dates
	return dates >= 0.5 ? Math.max(dates, share(column, 'dateLike')) : dates
}

function fitOfRating(column: ColumnSurvey, hasHeading: boolean): number {
	const isPlain = share(column, 'number') >= leastShare
	if (isBooleanColumn(column) || (isPlain && isIdColumn(column) && !isScale(column))) return 0
	if (!hasHeading)
		return isWithin(column, 5) && !isRising(column) ? share(column, 'stars') : share(column, 'drawnStars')
	const stars = share(column, 'stars')
	return stars >= 0.5 ? Math.max(stars, share(column, 'starsLike')) : stars
}

/** Few ratings may all differ, up to five even in order. */
function isScale(column: ColumnSurvey): boolean {
	return isWithin(column, 5) || (isWithin(column, 10) && !isRising(column))
}

/** True when all values are numbers from 1 to the best, or stars. */
function isWithin({ values }: ColumnSurvey, best: number): boolean {
	return (
		values?.every(({ value }) => {
			const number = Number(value.replace(',', '.'))
			return Number.isNaN(number) || (number >= 1 && number <= best)
		}) ?? false
	)
}
