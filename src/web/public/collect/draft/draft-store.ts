import { maxDraftAge } from '#web/public/collect/draft/recording-mark.ts'

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

/** A stored draft that was read again. */
export type RestoredDraft = Draft & {
	/** A file of the draft can no longer be read; everything else is here. */
	isFileLost: boolean
}

/**
 * A draft without its blobs, which are stored by themselves: a browser may lose a blob, and then the whole value that it
 * is part of cannot be read or written.
 */
type DraftRecord = Omit<Draft, 'files' | 'attempts'> & { files: string[] }

const storeName = 'drafts'
/** Each is stored under the form and its name. */
const partsWithBlobs = ['photo', 'avatar', 'attempts'] as const

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

/** @returns undefined for a missing value, and for one that cannot be read */
function read<T>(key: IDBValidKey): Promise<T | undefined> {
	return withStore<T>('readonly', (store) => store.get(key)).catch(() => undefined)
}

/**
 * Stores a value, or deletes an undefined one.
 * @returns false where that is not possible
 */
function write(key: IDBValidKey, value?: unknown): Promise<boolean> {
	return withStore<unknown>(
		'readwrite',
		(store): IDBRequest => (value === undefined ? store.delete(key) : store.put(value, key)),
	).then(
		() => true,
		() => false,
	)
}

/** True when the bytes of a file are still there, as those of a text are. Its name and size remain when they are not. */
export function isReadable(value: Blob | string): Promise<boolean> {
	return new Blob([value])
		.slice(0, 1)
		.text()
		.then(
			() => true,
			() => false,
		)
}

/** The form's draft on this device; undefined when there is none or storage is unavailable. */
export async function readDraft(form: string): Promise<RestoredDraft | undefined> {
	const record = await read<DraftRecord>(form)
	const last = readLastValues(form)
	const newest = last && last.savedAt >= (record?.savedAt ?? 0) ? last : record
	if (!newest) return undefined
	if (Date.now() - newest.savedAt > maxDraftAge) {
		await removeDraft(form)
		if (last) localStorage.removeItem(lastValuesKey(form))
		return undefined
	}
	// Another tab's draft of this form has its own files and attempts.
	const own = record?.key === newest.key ? record : undefined
	const files: Draft['files'] = {}
	let isFileLost = false
	// Drafts of an earlier version name no files.
	for (const name of Object.values(newest.files ?? {})) {
		const file = own && (await read<File>([form, name]))
		if (file && (await isReadable(file))) files[name] = file
		else isFileLost = true
	}
	const attempts: Draft['attempts'] = []
	for (const body of (own && (await read<Draft['attempts']>([form, 'attempts']))) ?? []) {
		const isWhole = await Promise.all(body.map(([, value]) => isReadable(value)))
		// Only a body that is whole can be repeated.
		if (isWhole.every(Boolean)) attempts.push(body)
	}
	return { waiting: false, ...own, ...newest, files, attempts, isFileLost }
}

type LastValues = Pick<DraftRecord, 'values' | 'wording' | 'key' | 'savedAt' | 'files'>

const lastValuesKey = (form: string) => `plaudit-draft-${form}`

/** Stores the values synchronously: a page that is being closed or frozen has no time for IndexedDB. */
export function saveLastValues(form: string, { files, ...last }: Omit<Draft, 'attempts' | 'waiting'>): void {
	try {
		localStorage.setItem(lastValuesKey(form), JSON.stringify({ ...last, files: Object.keys(files) }))
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

/**
 * Stores the draft: its text first, so that no file can stop it.
 * @returns false where storage is unavailable (a private window, a full disk)
 */
export async function writeDraft(form: string, { files, attempts, ...rest }: Draft): Promise<boolean> {
	if (!(await write(form, { ...rest, files: Object.keys(files) } satisfies DraftRecord))) return false
	const parts: Record<string, unknown> = { ...files, attempts }
	for (const name of partsWithBlobs) await write([form, name], parts[name])
	return true
}

/** Deletes the form's draft. Without storage there is none. */
export async function removeDraft(form: string): Promise<void> {
	await Promise.all([form, ...partsWithBlobs.map((name) => [form, name])].map((key) => write(key)))
}
