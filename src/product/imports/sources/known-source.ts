import type { ImportState } from '#product/imports/values/import-state.ts'
import type { DateOrder, ImportTarget } from '#shared/import/import-api.ts'

/**
 * A program or site whose exports are known. A file of a folder below describes one, and exports it as `source`; headings are written as
 * plainHeading gives them. One that ends in ` *` stands for all that begin so.
 */
export type KnownSource = {
	/** Stored with imports: small letters, digits and underscores. */
	id: string
	/** As people know it. */
	name: string
	/** The public documentation or program that confirms the headings; null: none was found. */
	confirmedBy: string | null
	/** Each entry is one version of the export: all its headings must be there. */
	marks: string[][]
	/** Texts inside of cells that tell the source where its headings are those of its user. */
	valueMarks?: string[]
	/** The targets of its columns. Others are guessed from heading and values. */
	columns: Record<string, ImportTarget>
	/** Columns of the export that say nothing about a testimonial, so that a member is not asked about them. */
	leftOut?: string[]
	/** Columns that mean something else in files that also have the heading of this entry. */
	variants?: Record<string, Record<string, ImportTarget>>
	/** The words of its state column, in small letters, beside those that every file may have. */
	states?: Record<string, ImportState>
	/** The best rating. Default 5. */
	scale?: 5 | 10 | 100
	/** True when 0 stands for no rating. */
	isZeroNone?: boolean
	/** The zone of its times that name none. Default UTC. */
	timeZone?: string
	dateOrder?: DateOrder
	/** The beginning of addresses that stand in brackets behind the title of a linked page, and are cut off. */
	linksInCells?: string
	/** Words are HTML. Default: found from the values. */
	isHtml?: boolean
	/** True when cells that begin like a formula have an apostrophe before them. */
	isGuarded?: boolean
}
