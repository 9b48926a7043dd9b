import { useMemo } from 'react'
import { newId } from '#web/lib/new-id.ts'
import { useStored } from '#web/lib/use-stored.ts'
import { emptyFilter, type InboxFilter, views } from './inbox-filter.ts'

/** A filter with a name, remembered by this browser for one space. */
export type SavedView = { id: string; name: string; filter: InboxFilter }

const isView = (one: unknown): one is SavedView =>
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

/** What was stored, without what an older version or a stranger left there. */
export const readViews = (text: string | null): SavedView[] => {
	try {
		const found: unknown = JSON.parse(text ?? '[]')
		return Array.isArray(found)
			? found.filter(isView).map((one) => ({ ...one, filter: { ...emptyFilter, ...one.filter } }))
			: []
	} catch {
		return []
	}
}

/** Two filters that show the same. */
export const sameFilter = (a: InboxFilter, b: InboxFilter): boolean => {
	const key = (f: InboxFilter) =>
		JSON.stringify([f.view, f.forms, f.kinds, f.ratings, f.tag, f.langs, f.from, f.to, f.q])
	return key(a) === key(b)
}

/** The saved views of a space, and how to keep and forget one. */
export const useSavedViews = (spaceId: string) => {
	const [stored, store] = useStored(`plaudit-views-${spaceId}`)
	const saved = useMemo(() => readViews(stored), [stored])
	return {
		saved,
		keep: (name: string, filter: InboxFilter) =>
			store(JSON.stringify([...saved, { id: newId(), name, filter }])),
		forget: (id: string) => store(JSON.stringify(saved.filter((one) => one.id !== id))),
	}
}
