import type { Take } from './take.ts'
import { findRecord, promisifyRequest, type TakeRecord, withTakes } from './take-database.ts'

export type { Take } from './take.ts'

const maxAgeMs = 7 * 24 * 60 * 60 * 1000
/** A chosen file is stored in pieces, so that memory stays flat. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Takes that this page is recording, with the chunks that the browser refused to store. Those last as long as the page,
 * so that a recording can still be sent in one go.
 */
const live = new Map<string, { record: TakeRecord; isStored: boolean; tail: Blob[] }>()

/** True when this browser stores takes; some refuse it in a private window. */
export async function canStore(): Promise<boolean> {
	const key = ['probe']
	return withTakes('readwrite', ({ chunks }) => {
		chunks.put(new ArrayBuffer(1), key)
		chunks.delete(key)
	}).then(
		() => true,
		() => false,
	)
}

/** Starts a take of a form, in state `recording`. */
export async function startTake(formId: string, take: Pick<Take, 'kind' | 'mime'>): Promise<Take> {
	const record: TakeRecord = {
		...take,
		id: crypto.randomUUID(),
		form: formId,
		seconds: 0,
		bytes: 0,
		cover: null,
		createdAt: Date.now(),
		state: 'recording',
		chunks: 0,
	}
	const isStored = await withTakes('readwrite', ({ takes }) => void takes.add(record)).then(
		() => true,
		() => false,
	)
	live.set(record.id, { record, isStored, tail: [] })
	return toTake(record)
}

/**
 * Appends a chunk to a take that this page started; calls must not overlap. `seconds` is the length so far.
 * @returns false when the disk has become full: what found no room is kept in memory, and the recording should end
 */
export async function appendChunk(id: string, chunk: Blob, seconds = 0): Promise<boolean> {
	const take = live.get(id)
	if (!take) throw new Error('Only the page that started a take can append to it.')
	const whole = { bytes: take.record.bytes + chunk.size, seconds }
	let at = 0
	if (take.isStored && take.tail.length === 0) {
		while (at < chunk.size) {
			const end = Math.min(at + pieceBytes, chunk.size)
			const longer = { ...take.record, ...(end === chunk.size ? whole : {}), chunks: take.record.chunks + 1 }
			if (!(await storePiece(longer, chunk.slice(at, end)))) break
			take.record = longer
			at = end
		}
	}
	take.record = { ...take.record, ...whole }
	if (at === chunk.size) return true
	take.tail.push(chunk.slice(at))
	return !take.isStored
}

/**
 * Stores the last piece of a take, with its record. WebKit may refuse to store a `Blob`, or lose its bytes
 * (https://github.com/dexie/Dexie.js/issues/1919); those of an `ArrayBuffer` are part of the database.
 */
async function storePiece(record: TakeRecord, piece: Blob): Promise<boolean> {
	try {
		const bytes = await piece.arrayBuffer()
		await withTakes('readwrite', ({ takes, chunks }) => {
			chunks.put(bytes, [record.id, record.chunks - 1])
			takes.put(record)
		})
		return true
	} catch {
		return false
	}
}

/** The takes of a form, newest first, without those that another tab is recording. */
export async function listTakes(formId: string): Promise<Take[]> {
	// A browser that lets a frame store nothing refuses its locks, too.
	const locks = (await navigator.locks?.query().catch(() => undefined))?.held?.map(({ name }) => name) ?? []
	const stored = (await readRecords()).filter(({ id }) => !live.has(id) && !locks.includes(lockName(id)))
	const own = [...live.values()].map(({ record }) => record)
	// A take without seconds is the beginning of a trimmed copy, whose whole take is still there.
	const takes = [...own, ...stored].filter(({ form, seconds }) => form === formId && seconds > 0)
	return takes.sort((a, b) => b.createdAt - a.createdAt).map(toTake)
}

/** The take, or undefined when there is none. */
export async function findTake(id: string): Promise<Take | undefined> {
	const record = await readRecord(id).catch(() => undefined)
	return record && toTake(record)
}

/**
 * The recording. A chunk that the browser has lost ends it there, because what follows cannot be played.
 * @throws DOMException when there is no such take
 */
export async function readTake(id: string): Promise<Blob> {
	const record = await readRecord(id)
	const parts: Blob[] = []
	while (parts.length < record.chunks) {
		const key = [id, parts.length]
		const chunk = await withTakes('readonly', ({ chunks }) =>
			promisifyRequest<ArrayBuffer | undefined>(chunks.get(key)),
		)
		if (!chunk) return new Blob(parts, { type: record.mime })
		// As a blob, its bytes leave the script's memory.
		parts.push(new Blob([chunk]))
	}
	return new Blob([...parts, ...(live.get(id)?.tail ?? [])], { type: record.mime })
}

/** Marks a take as whole; `seconds` is its length. */
export const finishTake = (id: string, seconds: number) => change(id, { state: 'recorded', seconds })

/** Marks a take as chosen by the visitor, with the second that its poster shows. */
export const acceptTake = (id: string, cover: number | null = null) => change(id, { state: 'accepted', cover })

async function change(id: string, changes: Partial<Take>): Promise<Take> {
	const record = { ...(await readRecord(id)), ...changes }
	const take = live.get(id)
	if (take) take.record = record
	const stored = withTakes('readwrite', ({ takes }) => void takes.put(record))
	// A take that is in memory anyway needs no disk.
	await (take ? stored.catch(() => undefined) : stored)
	return toTake(record)
}

/** Deletes a take and its chunks. */
export async function deleteTake(id: string): Promise<void> {
	live.delete(id)
	await withTakes('readwrite', ({ takes, chunks }) => {
		takes.delete(id)
		chunks.delete(IDBKeyRange.bound([id], [id, []]))
	}).catch(() => undefined)
}

/** Deletes takes older than seven days. */
export async function expireTakes(now = Date.now()): Promise<void> {
	for (const { id, createdAt } of await readRecords()) if (createdAt < now - maxAgeMs) await deleteTake(id)
}

/** Name of the lock that a tab holds while it records the take. */
export const lockName = (id: string) => `plaudit-take-${id}`

function readRecords(): Promise<TakeRecord[]> {
	return withTakes('readonly', ({ takes }) => promisifyRequest<TakeRecord[]>(takes.getAll())).catch(() => [])
}

async function readRecord(id: string): Promise<TakeRecord> {
	return live.get(id)?.record ?? withTakes('readonly', ({ takes }) => findRecord(takes, id))
}

function toTake({ form, chunks, ...take }: TakeRecord): Take {
	const own = live.get(take.id)
	return own && (!own.isStored || own.tail.length > 0) ? { ...take, isUnstored: true } : take
}
