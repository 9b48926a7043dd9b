/** What is kept of an unsent form: every typed value, the chosen files, and the key that makes a retry the same sending. */
export type Draft = {
	values: Record<string, string>
	files: Record<string, File>
	/** The consent text that stood beside the tick. */
	wording: string
	key: string
	/** Milliseconds since 1970. */
	savedAt: number
	/** Send as soon as there is a connection. */
	waiting: boolean
	/** Bodies of unknown fate, so that they can be sent again to the letter; newest last. */
	attempts: [name: string, value: string | File][][]
}

const storeName = 'drafts'

function open(): Promise<IDBDatabase> {
	const request = indexedDB.open('plaudit', 1)
	request.onupgradeneeded = () => request.result.createObjectStore(storeName)
	return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error)
	})
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
	const database = await open()
	try {
		return await settled(work(database.transaction(storeName, mode).objectStore(storeName)))
	} finally {
		database.close()
	}
}

/** The draft of a form on this device; undefined when there is none or the browser keeps nothing. */
export async function readDraft(form: string): Promise<Draft | undefined> {
	const found = await within('readonly', (store) => store.get(form)).catch(() => undefined)
	const draft = found as Draft | undefined
	const last = readLast(form)
	if (!last || last.savedAt < (draft?.savedAt ?? 0)) return draft
	// Another tab's draft of this form has files and attempts of its own.
	const rest = draft?.key === last.key ? draft : undefined
	return { files: {}, attempts: [], waiting: false, ...rest, ...last }
}

type LastWords = Pick<Draft, 'values' | 'wording' | 'key' | 'savedAt'>

const lastName = (form: string) => `plaudit-draft-${form}`

/**
 * Puts down what was written before it returns: a page that is being left, or put to sleep, has no time for more.
 * Without values it says that there is nothing to bring back.
 */
export function noteLast(form: string, last: LastWords): void {
	try {
		localStorage.setItem(lastName(form), JSON.stringify(last))
	} catch {
		// Where nothing is kept, or there is no room, the draft may still be written in time.
	}
}

function readLast(form: string): LastWords | null {
	try {
		return JSON.parse(localStorage.getItem(lastName(form)) ?? 'null')
	} catch {
		return null
	}
}

/** @returns false where the browser refuses to keep anything (a private window, a full disk) */
export async function writeDraft(form: string, draft: Draft): Promise<boolean> {
	return within('readwrite', (store) => store.put(draft, form)).then(
		() => true,
		() => false,
	)
}

/** Forgets the draft of a form. A browser that cannot has none to forget. */
export async function removeDraft(form: string): Promise<void> {
	await within('readwrite', (store) => store.delete(form)).catch(() => undefined)
}
