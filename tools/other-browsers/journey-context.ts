import type { TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import type { Recorder } from './recorder.ts'
import type { Tab } from './tab.ts'

/** A sentence and its check. */
export type Step = [sentence: string, walk: (place: JourneyContext) => Promise<void>]

/** State that the steps of a journey share. */
export type JourneyContext = {
	/** The only window, which becomes as narrow as a phone. */
	tab: Tab
	/** The server's URL. */
	url: string
	server: Server
	/** The proxy in front of it. */
	recorder: Recorder
	/** Created before the journey; its owner signs in during it. */
	space: TestSpace
	/** Folder for files that are chosen for upload. */
	folder: string
	/** The submitter's private page, once it exists. */
	receiptUrl: string
}
