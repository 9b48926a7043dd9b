import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StaleError } from '#web/lib/client/errors.ts'
import type { Edited } from './merge-state.ts'
import { createVersionedDraft, type DraftSource } from './versioned-draft.ts'

type Page = { title: string; intro: string }
type Stored = { version: number; page: Page }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const first: Stored = { version: 1, page: { title: 'First', intro: '' } }
const queryKey = ['page']
const pause = () => vi.advanceTimersByTimeAsync(600)

/** A draft on a server that refuses to save on a version that is not its newest. */
function openDraft(more: Partial<DraftSource<Stored, Page>> = {}, restored: Edited<Page> | null = null) {
	const queries = new QueryClient()
	queries.setQueryData(queryKey, first)
	const server = { now: first }
	const saves: Page[] = []
	let kept: Edited<Page> | null = restored
	const source: DraftSource<Stored, Page> = {
		what: 'page',
		query: { queryKey, queryFn: async () => server.now },
		open: ({ page }) => ({ value: page, overtaken: [], publication: 1 }),
		save: async ({ version }, page) => {
			if (version !== server.now.version) throw new StaleError()
			saves.push(page)
			server.now = { version: version + 1, page }
			return server.now
		},
		...more,
	}
	const draft = createVersionedDraft(queries, source, first, restored, (edited) => {
		kept = edited
	})
	const set = (part: Partial<Page>) => draft.edit((page) => ({ ...page, ...part }))
	/** Another member saves. */
	const saveElsewhere = (part: Partial<Page>) => {
		server.now = { version: server.now.version + 1, page: { ...server.now.page, ...part } }
	}
	return { draft, set, saves, saveElsewhere, server, queries, source, kept: () => kept }
}

it('keystrokes are saved together after a pause, and kept in the browser until then', async () => {
	const { draft, set, saves, kept, queries } = openDraft()
	set({ title: 'S' })
	set({ title: 'Se' })
	expect(draft.read().save).toEqual({ is: 'saving' })
	expect(kept()?.mine.title).toBe('Se')
	await pause()
	expect(saves).toEqual([{ title: 'Se', intro: '' }])
	expect(draft.read().save.is).toBe('saved')
	expect(kept()).toBeNull()
	expect(queries.getQueryData(queryKey)).toMatchObject({ version: 2 })
})

it('an edit during a save is saved after it, and stays when it takes the sent one back', async () => {
	const { promise, resolve } = Promise.withResolvers<void>()
	const { draft, set, saves, source } = openDraft()
	const { save } = source
	source.save = async (...version) => {
		await promise
		return save(...version)
	}
	set({ title: 'Sent' })
	await pause()
	set({ title: 'First' })
	resolve()
	await pause()
	expect(saves.map(({ title }) => title)).toEqual(['Sent', 'First'])
	expect(draft.read()).toMatchObject({ value: { title: 'First' }, collisions: [], save: { is: 'saved' } })
})

it('a save on an old version merges the newer one and is repeated', async () => {
	const { draft, set, saves, saveElsewhere } = openDraft()
	saveElsewhere({ intro: 'Theirs' })
	set({ title: 'Mine' })
	await pause()
	expect(saves).toEqual([{ title: 'Mine', intro: 'Theirs' }])
	expect(draft.read()).toMatchObject({ value: { intro: 'Theirs' }, collisions: [], save: { is: 'saved' } })
})

it('a conflict stays until the choice, and the local value is saved at once', async () => {
	const { draft, set, saves, saveElsewhere } = openDraft()
	saveElsewhere({ title: 'Theirs' })
	set({ title: 'Mine' })
	await pause()
	expect(saves.map(({ title }) => title)).toEqual(['Mine'])
	expect(draft.read().collisions).toEqual([{ field: 'title', theirs: 'Theirs' }])
	draft.acceptRemote()
	expect(draft.read()).toMatchObject({ value: { title: 'Theirs' }, collisions: [] })
	await pause()
	expect(saves.map(({ title }) => title)).toEqual(['Mine', 'Theirs'])
})

it('a draft that waits for a choice saves nothing before it', async () => {
	const { draft, set, saves, saveElsewhere } = openDraft({ waitsForChoice: true })
	saveElsewhere({ title: 'Theirs' })
	set({ title: 'Mine' })
	await pause()
	expect(saves).toEqual([])
	draft.keepLocal()
	await pause()
	expect(saves).toEqual([{ title: 'Mine', intro: '' }])
})

it('a refused save waits for a retry, and an unreachable server is asked again', async () => {
	const { draft, set, saves, source } = openDraft()
	const { save } = source
	source.save = () => Promise.reject(Object.assign(new Error('Refused'), { code: '42501' }))
	set({ title: 'Mine' })
	await vi.advanceTimersByTimeAsync(60_000)
	expect(draft.read().save).toEqual({ is: 'failed', why: 'Your role in this space does not allow that.' })
	source.save = () => Promise.reject(new TypeError('Failed to fetch'))
	draft.retry()
	await pause()
	expect(draft.read().save.is).toBe('failed')
	source.save = save
	await vi.advanceTimersByTimeAsync(4000)
	expect(draft.read().save.is).toBe('saved')
	expect(saves).toHaveLength(1)
})

it('a save that is refused on the newest version is not repeated', async () => {
	const save = vi.fn(() => Promise.reject(new StaleError()))
	const { draft, set } = openDraft({ save })
	set({ title: 'Mine' })
	await pause()
	expect(draft.read().save).toEqual({ is: 'failed', why: 'This page is gone, or you may not change it.' })
	expect(save).toHaveBeenCalledOnce()
})

it('a version that comes during a save is read again after it', async () => {
	const { draft, set, saveElsewhere, server, queries, source } = openDraft()
	const { save } = source
	source.save = async (...version) => {
		const saved = await save(...version)
		saveElsewhere({ intro: 'Theirs' })
		queries.setQueryData(queryKey, server.now)
		draft.receive(server.now)
		return saved
	}
	set({ title: 'Mine' })
	await pause()
	expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
	draft.receive(server.now)
	expect(draft.read()).toMatchObject({ value: { title: 'Mine', intro: 'Theirs' }, collisions: [] })
})

it('a publication takes the version that a save on its way makes, and nothing is saved meanwhile', async () => {
	const { draft, set, saves } = openDraft()
	set({ title: 'Mine' })
	vi.advanceTimersByTime(600)
	const published = vi.fn(async () => {
		set({ intro: 'Later' })
		await pause()
		expect(saves).toHaveLength(1)
	})
	await draft.publish(published)
	expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 2 }), { title: 'Mine', intro: '' })
	await pause()
	expect(saves.at(-1)).toEqual({ title: 'Mine', intro: 'Later' })
})

it('edits that an earlier page left are merged with what was saved since', () => {
	const restored = { base: { title: 'Old', intro: '' }, mine: { title: 'Old', intro: 'Mine' } }
	const { draft } = openDraft({}, restored)
	expect(draft.read()).toMatchObject({ value: { title: 'First', intro: 'Mine' }, collisions: [] })
})
