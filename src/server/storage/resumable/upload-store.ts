import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/server'
import { type Parts, service } from '#server/storage/request.ts'
import { finishUpload, forgetUpload, type WholeUpload } from './finish.ts'
import type { Hold } from './locker.ts'
import { setUploadPieces, setUploadSize, type UploadRow, uploadLifetime } from './queries.ts'
import { requireUpload, type Visit } from './visit.ts'

/**
 * What the TUS library is told of our uploads, for one request: rows in PostgreSQL, bytes in the file store. The library
 * holds the upload's lock while it calls.
 */
export class UploadStore extends DataStore {
	private readonly parts: Parts
	private readonly visit: Visit
	private readonly hold: Hold

	constructor(parts: Parts, visit: Visit, hold: Hold) {
		super()
		this.parts = parts
		this.visit = visit
		this.hold = hold
		this.extensions = [
			'creation',
			'creation-with-upload',
			'creation-defer-length',
			'termination',
			'expiration',
		]
	}

	/** The row is there already; an empty file is whole at once. */
	override async create(created: TusUpload): Promise<TusUpload> {
		if (created.size === 0) await this.finishIfWhole(created.id)
		return created
	}

	/** Finishes what a crash left whole but unfinished, so that whoever asks is never told of an end that was none. */
	override async getUpload(address: string): Promise<TusUpload> {
		const { row, at } = await this.finishIfWhole(address)
		return new TusUpload({
			id: address,
			...(row.size === null ? {} : { size: row.size }),
			offset: at,
			metadata: row.metadata,
			creation_date: row.created_at.toISOString(),
		})
	}

	override async write(stream: Readable, address: string, at: number): Promise<number> {
		const { row } = await requireUpload(this.parts, this.visit, address)
		if (row.finished_at) return at
		const { db, files } = this.parts.deps
		const grown = await files.partials.append(row.id, this.whileHeld(stream), {
			at,
			pieces: row.pieces,
			keep: async (pieces) => {
				await db.as(service, (tx) => tx.final(setUploadPieces(row.id, pieces)))
			},
		})
		if (grown === row.size) await this.finishIfWhole(address)
		return grown
	}

	override async declareUploadLength(address: string, size: number): Promise<void> {
		const { row } = await requireUpload(this.parts, this.visit, address)
		await this.parts.deps.db.as(service, (tx) => tx.final(setUploadSize(row.id, size)))
	}

	override async remove(address: string): Promise<void> {
		const { row } = await requireUpload(this.parts, this.visit, address)
		await forgetUpload(this.parts.deps, row)
	}

	override getExpiration(): number {
		return uploadLifetime * 1000
	}

	private async finishIfWhole(address: string): Promise<{ row: UploadRow; at: number }> {
		const { row, upload } = await requireUpload(this.parts, this.visit, address)
		if (row.finished_at) return { row, at: row.size ?? 0 }
		const at = await this.parts.deps.files.partials.sizeOf(row.id, row.pieces)
		if (isWhole(row) && at === row.size) await finishUpload(this.parts, upload, row)
		return { row, at }
	}

	/** Without the lock another node may be writing already. */
	private async *whileHeld(stream: Readable): AsyncGenerator<Uint8Array> {
		for await (const chunk of stream) {
			if (this.hold.isLost) throw ERRORS.ABORTED
			yield chunk
		}
	}
}

function isWhole(row: UploadRow): row is WholeUpload {
	return row.size !== null
}
