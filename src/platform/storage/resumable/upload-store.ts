import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/server'
import { type StorageDeps, storageService } from '#platform/storage/storage-context.ts'
import { finishUpload, forgetUpload, type WholeUpload } from './finish-upload.ts'
import { setUploadPieces, setUploadSize, type UploadRow, uploadLifetime } from './queries.ts'
import { requireUpload, type UploadAuthorization } from './upload-authorization.ts'
import type { LockState } from './upload-locker.ts'

/**
 * Data store of the TUS library for one request: rows in PostgreSQL, bytes in the file store. The library holds the
 * upload's lock while it calls.
 */
export class UploadStore extends DataStore {
	private readonly parts: StorageDeps
	private readonly authorization: UploadAuthorization
	private readonly lockState: LockState

	constructor(parts: StorageDeps, authorization: UploadAuthorization, lockState: LockState) {
		super()
		this.parts = parts
		this.authorization = authorization
		this.lockState = lockState
		this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
	}

	/** The row exists already; an empty file is complete at once. */
	override async create(created: TusUpload): Promise<TusUpload> {
		if (created.size === 0) await this.finishIfWhole(created.id)
		return created
	}

	/**
	 * Finishes an upload that a crash left complete but unfinished, so that its offset is never reported before its
	 * result.
	 */
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
		const { row } = await requireUpload(this.parts, this.authorization, address)
		if (row.finished_at) return at
		const { db, files } = this.parts.deps
		const grown = await files.multipartUploads.append(row.id, this.whileHeld(stream), {
			at,
			pieces: row.pieces,
			persist: async (pieces) => {
				await db.as(storageService, (tx) => tx.final(setUploadPieces(row.id, pieces)))
			},
		})
		if (grown === row.size) await this.finishIfWhole(address)
		return grown
	}

	override async declareUploadLength(address: string, size: number): Promise<void> {
		const { row } = await requireUpload(this.parts, this.authorization, address)
		await this.parts.deps.db.as(storageService, (tx) => tx.final(setUploadSize(row.id, size)))
	}

	override async remove(address: string): Promise<void> {
		const { row } = await requireUpload(this.parts, this.authorization, address)
		await forgetUpload(this.parts.deps, row)
	}

	override getExpiration(): number {
		return uploadLifetime * 1000
	}

	private async finishIfWhole(address: string): Promise<{ row: UploadRow; at: number }> {
		const { row, upload } = await requireUpload(this.parts, this.authorization, address)
		if (row.finished_at) return { row, at: row.size ?? 0 }
		const at = await this.parts.deps.files.multipartUploads.sizeOf(row.id, row.pieces)
		if (isWhole(row) && at === row.size) await finishUpload(this.parts, upload, row)
		return { row, at }
	}

	/** Without the lock, another node may already be writing. */
	private async *whileHeld(stream: Readable): AsyncGenerator<Uint8Array> {
		for await (const chunk of stream) {
			if (this.lockState.isLost) throw ERRORS.ABORTED
			yield chunk
		}
	}
}

function isWhole(row: UploadRow): row is WholeUpload {
	return row.size !== null
}
