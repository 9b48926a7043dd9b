import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'
import type { InboxFilter } from './inbox-filter.ts'
import { readFilter } from './read-filter.ts'

/** A named filter, of the space or of the member who is signed in. */
export type SavedView = { id: string; name: string; filter: InboxFilter; isOfSpace: boolean }

type NamedFilter = Pick<SavedView, 'name' | 'filter'>

/** Views as they were kept in browsers, without entries that cannot be parsed. */
export const readViews = (text: string | null): NamedFilter[] => {
	try {
		const found: unknown = JSON.parse(text ?? '[]')
		if (!Array.isArray(found)) return []
		return found.flatMap((one: { name?: unknown; filter?: unknown } | null) => {
			const filter = readFilter(one?.filter)
			const name = typeof one?.name === 'string' ? one.name.trim().slice(0, 60) : ''
			return filter && name !== '' ? [{ name, filter }] : []
		})
	} catch {
		return []
	}
}

/**
 * Moves the views that an earlier version kept in this browser to the server, once. They are taken out of the browser
 * first, so that a second tab does not move them again, and put back when the server did not take them.
 */
export const moveKeptViews = async (spaceId: string, save: (views: NamedFilter[]) => Promise<void>): Promise<void> => {
	const key = `plaudit-views-${spaceId}`
	const kept = readLocalValue(key)
	if (kept === null) return
	const views = readViews(kept)
	writeLocalValue(key, null)
	if (views.length === 0) return
	try {
		await save(views)
	} catch {
		writeLocalValue(key, kept)
	}
}

/** True when two filters are equal. */
export const sameFilter = (a: InboxFilter, b: InboxFilter): boolean => {
	const key = (f: InboxFilter) => JSON.stringify(Object.entries(f).sort())
	return key(a) === key(b)
}
