import type { ImportState } from '#product/imports/values/import-state.ts'
import type { DateOrder, ImportTarget } from '#shared/import/import-api.ts'

/** A program or site whose exports are known. A file of this folder describes one; headings are written as plainHeading gives them. */
export type KnownSource = {
	/** Stored with imports: small letters, digits and underscores. */
	id: string
	/** As people know it. */
	name: string
	/** The public documentation or program that confirms the headings; null: none was found. */
	confirmedBy: string | null
	/** Each entry is one version of the export: all its headings must be there. */
	marks: string[][]
	/** What is not named is guessed from heading and values. */
	columns: Record<string, ImportTarget>
	/** The words of its state column, in small letters, beside those that every file may have. */
	states?: Record<string, ImportState>
	/** The best rating. Default 5. */
	scale?: 5 | 10 | 100
	/** The zone of its times that name none. Default UTC. */
	timeZone?: string
	dateOrder?: DateOrder
	/** Words are HTML. Default: found from the values. */
	isHtml?: boolean
}
