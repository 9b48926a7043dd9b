import { useMemo } from 'react'
import { randomUuid } from '#shared/random-uuid.ts'
import { useLocalStorage } from '#web/lib/storage/local-storage.ts'
import { emptyFilter, type InboxFilter, views } from './inbox-filter.ts'

/** A named filter, stored in this browser per space. */
export type SavedView = { id: string; name: string; filter: InboxFilter }

const isSavedView = (one: unknown): one is SavedView =>
	typeof one === 'object' &&
	one !== null &&
	'id' in one &&
	'name' in one &&
	typeof one.name === 'string' &&
	'filter' in one &&
	typeof one.filter === 'object' &&
	one.filter !== null &&
	'view' in one.filter &&
	views.some((view) => view === (one.filter as InboxFilter).view)

/** The stored views without entries that cannot be parsed. */
export const readViews = (text: string | null): SavedView[] => {
	try {
		const found: unknown = JSON.parse(text ?? '[]')
		return Array.isArray(found)
			? found.filter(isSavedView).map((one) => ({ ...one, filter: { ...emptyFilter, ...one.filter } }))
			: []
	} catch {
		return []
	}
}

/** Whether two filters are equal. */
export const sameFilter = (a: InboxFilter, b: InboxFilter): boolean => {
	const key = (f: InboxFilter) =>
		JSON.stringify([f.view, f.forms, f.kinds, f.ratings, f.tag, f.langs, f.from, f.to, f.q, f.sort])
	return key(a) === key(b)
}

/** The saved views of a space, with functions to add and remove one. */
export const useSavedViews = (spaceId: string) => {
	const [stored, store] = useLocalStorage(`plaudit-views-${spaceId}`)
	const saved = useMemo(() => readViews(stored), [stored])
	return {
		saved,
		add: (name: string, filter: InboxFilter) => store(JSON.stringify([...saved, { id: randomUuid(), name, filter }])),
		remove: (id: string) => store(JSON.stringify(saved.filter((one) => one.id !== id))),
	}
}
