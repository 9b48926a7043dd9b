import type { Take } from './take.ts'

/** A take with its form and the number of its chunks, which are stored under `[id, number]`. */
export type TakeRecord = Take & { form: string; chunks: number }

const storeNames = ['takes', 'chunks']

/** A database of its own: drafts are kept by pages of an earlier version that could not open a newer one. */
function open(): Promise<IDBDatabase> {
	const request = indexedDB.open('plaudit-takes', 1)
	request.onupgradeneeded = () => {
		request.result.createObjectStore('takes', { keyPath: 'id' })
		request.result.createObjectStore('chunks')
	}
	return promisifyRequest(request)
}

/** Resolves with the result of an IndexedDB request. */
export function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error)
	})
}

type Stores = { takes: IDBObjectStore; chunks: IDBObjectStore }

let opened: Promise<IDBDatabase> | undefined

/** One connection for all chunks of a recording; a browser may close it, and then the next call opens another. */
function connect(): Promise<IDBDatabase> {
	opened ??= open().then((database) => {
		const forget = () => {
			opened = undefined
		}
		database.onclose = forget
		database.onversionchange = () => {
			database.close()
			forget()
		}
		return database
	})
	opened.catch(() => {
		opened = undefined
	})
	return opened
}

/**
 * Runs `work` in one transaction and resolves once it is on the disk.
 * @throws DOMException where storage is refused or full
 */
export async function withTakes<T>(
	mode: IDBTransactionMode,
	work: (stores: Stores) => Promise<T> | T,
): Promise<Awaited<T>> {
	const database = await connect()
	const transaction = database.transaction(storeNames, mode, { durability: 'strict' })
	const done = new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve()
		transaction.onabort = () => reject(transaction.error)
	})
	const stores = { takes: transaction.objectStore('takes'), chunks: transaction.objectStore('chunks') }
	// A failed request aborts its transaction, so both promises may reject.
	const [result] = await Promise.all([work(stores), done])
	return result
}

/** @throws DOMException when there is no such take */
export async function findRecord(takes: IDBObjectStore, id: string): Promise<TakeRecord> {
	const record = await promisifyRequest<TakeRecord | undefined>(takes.get(id))
	if (!record) throw new DOMException('There is no such take.', 'NotFoundError')
	return record
}
