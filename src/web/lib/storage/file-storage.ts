const storeName = 'files'

const promisifyRequest = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result)
		request.onerror = () => reject(request.error)
	})

const withStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
	const opening = indexedDB.open('plaudit-files', 1)
	opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
	const database = await promisifyRequest(opening)
	try {
		return await promisifyRequest(work(database.transaction(storeName, mode).objectStore(storeName)))
	} finally {
		database.close()
	}
}

/** The file stored in this browser under `key`; null when there is none or its bytes are lost. */
export const readStoredFile = async (key: string): Promise<File | null> => {
	try {
		const file = await withStore<unknown>('readonly', (store) => store.get(key))
		if (!(file instanceof File)) return null
		// A browser may lose the bytes and keep name and size.
		await file.slice(0, 1).arrayBuffer()
		return file
	} catch {
		return null
	}
}

/** Stores a file, or removes it when it is null. Without storage (a private window, a full disk) nothing is kept. */
export const writeStoredFile = async (key: string, file: File | null): Promise<void> => {
	try {
		await withStore<unknown>('readwrite', (store): IDBRequest => (file ? store.put(file, key) : store.delete(key)))
	} catch {
		// The file is lost with the page: it can be chosen again.
	}
}
