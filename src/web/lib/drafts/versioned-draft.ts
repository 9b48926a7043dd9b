import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { errorMessage, isTransient, StaleError } from '#web/lib/client/errors.ts'
import { replaceQueryData } from '#web/lib/query/refetch.ts'
import {
	applyEdit,
	applyRemote,
	applySaved,
	applySending,
	type Edited,
	isEqual,
	keepConflicts,
	type MergeConflict,
	type MergeState,
	type mergeFields,
} from './merge-state.ts'

/** A document with a draft that all members share, and the calls that read and save it. */
export type DraftSource<Server, Whole extends object> = {
	/** "form" or "wall". */
	what: string
	/** The query whose data is the server's version. */
	query: { queryKey: QueryKey; queryFn: () => Promise<Server | null> }
	/**
	 * The draft in a version of the server. `overtaken` lists parts that were published otherwise since the draft was stored;
	 * `publication` differs after each publication.
	 */
	open: (server: Server) => { value: Whole; overtaken: MergeConflict<keyof Whole>[]; publication: unknown }
	/** Saves a draft that is based on a version, and returns the changed parts of it. Throws StaleError when there is a newer one. */
	save: (server: Server, value: Whole) => Promise<Partial<Server>>
	merge?: typeof mergeFields<Whole>
	/** True when no difference to the server's draft can be saved. Equality where it is left out. */
	isStored?: (base: Whole, mine: Whole) => boolean
	/** Nothing is saved while a conflict waits for a choice. Otherwise the local value is saved at once. */
	waitsForChoice?: boolean
}

/** The state of saving, as an editor shows it. */
export type DraftSaveState = { is: 'saved'; at: number } | { is: 'saving' } | { is: 'failed'; why: string }

/** Milliseconds without an edit after which the draft is saved. */
const saveDelay = 500
const longestRetryDelay = 30_000

/**
 * The draft of a document in one editor. Edits are kept in this browser at once and saved after a pause; failed saves are
 * retried, and versions of other tabs and members are merged part by part. Goes on saving after its screen is left.
 * @param first the server's version at the beginning
 * @param restored edits that an earlier page left unsaved
 * @param keep stores the edits in this browser; null removes them
 */
export function createVersionedDraft<Server extends object, Whole extends object>(
	queries: QueryClient,
	source: DraftSource<Server, Whole>,
	first: Server,
	restored: Edited<Whole> | null,
	keep: (edited: Edited<Whole> | null) => void,
) {
	const { queryKey, queryFn } = source.query
	/** The version that the draft is merged with, and its object in the cache. */
	let [server, cached] = [first, first]
	let opened = source.open(first)
	let state: MergeState<Whole> = { base: opened.value, mine: opened.value, ...restored, collisions: [] }
	/** The publication whose conflicts with the draft were decided. */
	let settled: unknown
	let saving: Promise<Partial<Server> | null> | null = null
	let [isPublishing, isReadOnly] = [false, false]
	let failure: string | null = null
	let savedAt = Date.now()
	let retryCount = 0
	let timer: ReturnType<typeof setTimeout> | undefined
	// Only the tab that stored edits removes them: a tab without edits must not delete another's.
	let hasEdits = restored !== null
	const listeners = new Set<() => void>()
	adopt(first)
	let snapshot = takeSnapshot()

	function conflicts(): MergeConflict<keyof Whole>[] {
		const overtaken = settled === opened.publication ? [] : opened.overtaken
		return [...overtaken, ...state.collisions.filter(({ field }) => !overtaken.some((one) => one.field === field))]
	}

	function isStored(): boolean {
		// A draft that stays after a conflict with a publication is stored again, based on that publication.
		if (source.waitsForChoice && opened.overtaken.length > 0) return false
		return (source.isStored ?? isEqual)(state.base, state.mine)
	}

	function takeSnapshot() {
		const isSaved = !saving && isStored()
		const save: DraftSaveState =
			failure !== null ? { is: 'failed', why: failure } : isSaved ? { is: 'saved', at: savedAt } : { is: 'saving' }
		return { value: state.mine, collisions: conflicts(), save }
	}

	function emit(): void {
		snapshot = takeSnapshot()
		if (hasEdits) keep(isEqual(state.base, state.mine) ? null : state)
		for (const listener of listeners) listener()
	}

	/** Merges a version of the server into the draft. */
	function adopt(theirs: Server): void {
		server = theirs
		cached = theirs
		opened = source.open(theirs)
		const merged = applyRemote(state, opened.value, source.merge)
		state = source.waitsForChoice ? merged : keepConflicts(merged, state.collisions)
	}

	/** Puts a version into the cache and merges it. */
	function adoptRead(theirs: Server): void {
		replaceQueryData<Server | null>(queries, queryKey, theirs)
		adopt(queries.getQueryData<Server>(queryKey) ?? theirs)
	}

	/** Takes what a save changed, which holds nothing of another person. */
	function adoptSaved(changed: Partial<Server>): void {
		const isNewest = queries.getQueryData(queryKey) === cached
		server = { ...server, ...changed }
		opened = source.open(server)
		state = { ...state, base: opened.value, pending: undefined }
		replaceQueryData<Server | null>(queries, queryKey, (now) => now && { ...now, ...changed })
		if (isNewest) cached = queries.getQueryData<Server>(queryKey) ?? server
		// A version that came during the save is read again, and merged then.
		else void queries.invalidateQueries({ queryKey, exact: true })
	}

	function schedule(delay = saveDelay): void {
		clearTimeout(timer)
		timer = setTimeout(send, delay)
	}

	async function send(): Promise<void> {
		clearTimeout(timer)
		if (saving || isPublishing || isReadOnly) return
		if (source.waitsForChoice && conflicts().length > 0) return
		failure = null
		if (isStored()) {
			savedAt = Date.now()
			return emit()
		}
		const value = state.mine
		state = applySending(state, value)
		const answer = source.save(server, value)
		saving = answer.catch(() => null)
		emit()
		let isStale = false
		try {
			adoptSaved(await answer)
			retryCount = 0
			savedAt = Date.now()
		} catch (error) {
			isStale = error instanceof StaleError
			failure = isStale ? await mergeNewer() : fail(error)
		}
		saving = null
		emit()
		if (failure === null && (isStale || state.mine !== value)) await send()
	}

	/** Merges the version that a save was too old for. Returns the reason when no other one is there. */
	async function mergeNewer(): Promise<string | null> {
		const theirs = await queryFn().catch(() => null)
		if (!theirs || isEqual(theirs, server)) return `This ${source.what} is gone, or you may not change it.`
		adoptRead(theirs)
		return null
	}

	function fail(error: unknown): string {
		const newer = queries.getQueryData<Server | null>(queryKey)
		if (newer && newer !== cached) adopt(newer)
		if (isTransient(error)) {
			retryCount += 1
			schedule(Math.min(2000 * 2 ** retryCount, longestRetryDelay))
		}
		return errorMessage(error)
	}

	function edit(change: (value: Whole) => Whole): void {
		state = applyEdit(state, change(state.mine))
		hasEdits = true
		failure = null
		emit()
		schedule()
	}

	function keepLocal(): void {
		state = { ...state, collisions: [] }
		settled = opened.publication
		emit()
		schedule()
	}

	function acceptRemote(): void {
		const theirs = conflicts().map((one) => [one.field, one.theirs])
		keepLocal()
		edit((value) => ({ ...value, ...Object.fromEntries(theirs) }))
	}

	/** Takes the query's data. During a save it waits: our own version would look like another person's. */
	function receive(theirs: Server): void {
		if (theirs === cached || saving) return
		adopt(theirs)
		emit()
		if (failure === null && !isStored()) schedule()
	}

	/**
	 * Publishes the draft as it is now, with what a save on its way makes of the version. Nothing is saved meanwhile.
	 * @param run publishes, and refetches the server's version
	 */
	async function publish(run: (server: Server, value: Whole) => Promise<void>): Promise<void> {
		const [from, value] = [server, state.mine]
		isPublishing = true
		clearTimeout(timer)
		const changed = await saving
		state = applySending(state, value)
		try {
			await run({ ...from, ...changed }, value)
			state = applySaved(state, value)
		} finally {
			isPublishing = false
			emit()
			schedule()
		}
	}

	function retry(): void {
		retryCount = 0
		void send()
	}

	/** Saves what an earlier page left, and again when the network returns. The returned function saves at once what still waits. */
	function start(): () => void {
		if (!isStored()) void send()
		window.addEventListener('online', retry)
		return () => {
			window.removeEventListener('online', retry)
			void send()
		}
	}

	function setReadOnly(next: boolean): void {
		if (isReadOnly && !next) schedule()
		isReadOnly = next
	}

	function subscribe(listener: () => void): () => void {
		listeners.add(listener)
		return () => listeners.delete(listener)
	}

	return {
		read: () => snapshot,
		subscribe,
		start,
		receive,
		setReadOnly,
		edit,
		retry,
		acceptRemote,
		keepLocal,
		publish,
	}
}
