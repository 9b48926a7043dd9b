import type { TestSpace } from '#test/support/product/make-space.ts'
import type { Tab } from './tab.ts'

/** State that the steps of a journey share. */
export type JourneyContext = {
	/** The only window, which becomes as narrow as a phone. */
	tab: Tab
	/** The server's URL. */
	url: string
	/** Created before the journey; its owner signs in during it. */
	space: TestSpace
	/** Folder for files that are chosen for upload. */
	folder: string
	/** The submitter's private page, once it exists. */
	receiptUrl: string
}
