import type { PublicWall } from '#shared/wall/wall.ts'
import { hasColumns } from '#shared/wall/wall-layouts.ts'
import { cardSpace } from './appearance.ts'
import { carouselPeek, fourCellsPercent, threeCellsPercent, twoCellsPercent } from './layout-sizes.ts'

/** Container width in px from which there is room for four columns. */
export const fourFrom = 1060
const widestColumn = 720

/** The columns that a wall has at most. */
export function mostColumns({ layout, theme }: Pick<PublicWall['wall'], 'layout' | 'theme'>): number {
	return (hasColumns(layout) && theme.columns) || 3
}

/** The width that the cells of a wall share in px: one column is never wider than its words can be read. */
export function sharedWidth(wall: Pick<PublicWall['wall'], 'layout' | 'theme'>, width: number): number {
	return mostColumns(wall) === 1 ? Math.min(width, widestColumn) : width
}

/**
 * The cells in a row of a grid.
 * @param from container width in px
 * @param count of items
 */
export function cellsPerRow(wall: PublicWall['wall'], from: number, count: number): 1 | 2 | 3 | 4 {
	const most = mostColumns(wall)
	if (from < 560 || most === 1) return 1
	if (from < 880 || most === 2) return 2
	// Neither four nor five leave one alone in its row.
	if (most === 4 && from >= fourFrom) return count === 5 ? 3 : 4
	return count === 4 ? 2 : 3
}

/** The width of a card of a carousel, of which one, two or three stand side by side; fewer fill the row. */
export function carouselCell(wall: PublicWall['wall'], width: number, count: number): number {
	const { gap, style } = cardSpace(wall)
	const most = width < 560 ? 1 : width < fourFrom ? 2 : 3
	const beside = Math.min(most, count)
	const next = style === 'bare' || count <= most ? 0 : carouselPeek
	return (width - (beside - 1) * gap - next) / beside
}

const alone = (count: number) => `.t:nth-last-child(${count}):first-child`
const rowOf = (count: number) => `${alone(count)},${alone(count)} ~ .t`

/** The rules of the owner's columns, after those of the layout; empty for the usual number. */
export function columnsCss({ layout, theme }: Pick<PublicWall['wall'], 'layout' | 'theme'>): string {
	const most = mostColumns({ layout, theme })
	if (most === 3) return ''
	if (most === 1)
		return `.w{max-inline-size:${widestColumn}px;margin-inline:auto}ul{columns:auto!important}.t{flex-basis:100%!important}`
	if (layout === 'grid') {
		if (most === 2) return `@container (min-width:560px){.t{flex-basis:${twoCellsPercent}%!important}}`
		return `@container (max-width:879.9px){.t:nth-child(n+7){display:none!important}}@container (min-width:${fourFrom}px){.t{flex-basis:${fourCellsPercent}%!important}${rowOf(5)}{flex-basis:${threeCellsPercent}%!important}}`
	}
	if (most === 2) return ''
	return `@container (min-width:${fourFrom}px){ul:has(.b4){columns:4}:where(ul:has(.b4)) .t:is(.b2,.b3):not(.b4){break-before:auto;border-block-start:1px solid var(--line)}.t.t.b4{break-before:column;border:0}}`
}
