/** The stored draft of an unsent form: values, files, and the idempotency key for retries. */
export type Draft = {
	values: Record<string, string>
	files: Record<string, File>
	/** The consent text that was ticked. */
	wording: string
	key: string
	/** Milliseconds since 1970. */
	savedAt: number
	/** Send once the connection is back. */
	waiting: boolean
	/** Request bodies whose outcome is unknown, kept for an identical retry; newest last. */
	attempts: [name: string, value: string | File][][]
}

const storeName = 'drafts'

function open(): Promise<IDBDatabase> {
	const request = indexedDB.open('plaudit', 1)
	request.onupgradeneeded = () => request.result.createObjectStore(storeName)
	return promisifyRequest(request)
}

function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error)
	})
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
	const database = await open()
	try {
		return await promisifyRequest(work(database.transaction(storeName, mode).objectStore(storeName)))
	} finally {
		database.close()
	}
}

/** The form's draft on this device; undefined when there is none or storage is unavailable. */
export async function readDraft(form: string): Promise<Draft | undefined> {
	const found = await withStore('readonly', (store) => store.get(form)).catch(() => undefined)
	const draft = found as Draft | undefined
	const last = readLastValues(form)
	if (!last || last.savedAt < (draft?.savedAt ?? 0)) return draft
	// Another tab's draft of this form has its own files and attempts.
	const rest = draft?.key === last.key ? draft : undefined
	return { files: {}, attempts: [], waiting: false, ...rest, ...last }
}

type LastValues = Pick<Draft, 'values' | 'wording' | 'key' | 'savedAt'>

const lastValuesKey = (form: string) => `plaudit-draft-${form}`

/** Stores the values synchronously: a page that is being closed or frozen has no time for IndexedDB. */
export function saveLastValues(form: string, last: LastValues): void {
	try {
		localStorage.setItem(lastValuesKey(form), JSON.stringify(last))
	} catch {
		// Without storage or space here, the IndexedDB write may still finish in time.
	}
}

function readLastValues(form: string): LastValues | null {
	try {
		return JSON.parse(localStorage.getItem(lastValuesKey(form)) ?? 'null')
	} catch {
		return null
	}
}

/** @returns false where storage is unavailable (a private window, a full disk) */
export async function writeDraft(form: string, draft: Draft): Promise<boolean> {
	return withStore('readwrite', (store) => store.put(draft, form)).then(
		() => true,
		() => false,
	)
}

/** Deletes the form's draft. Without storage there is none. */
export async function removeDraft(form: string): Promise<void> {
	await withStore('readwrite', (store) => store.delete(form)).catch(() => undefined)
}
