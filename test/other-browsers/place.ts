import type { TestSpace } from '#test/space.ts'
import type { Tab } from './tab.ts'

/** What a journey goes through. */
export type Place = {
	/** The one window that becomes as narrow as a phone. */
	tab: Tab
	/** Where Plaudit is. */
	url: string
	/** Made beforehand; its owner signs in on the way. */
	space: TestSpace
	/** For files to be chosen. */
	folder: string
	/** The submitter's own page, once there is one. */
	receiptUrl: string
}
