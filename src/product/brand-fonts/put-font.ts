import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { BodyError } from '#platform/http/body/read-body.ts'
import { AppError, storageFull } from '#platform/http/response/app-error.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { StorageFull, StorageUnavailable, type StoredFile } from '#platform/media/files/file-store.ts'
import type { Claims, Tx } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { invalid } from '#product/http/errors.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { writeFontMetrics } from '#shared/look/brand-font.ts'
import { fontLimits } from '#shared/parser-limits.ts'
import { FontRejected, fontProblemTexts, type ReadFont } from './font-job.ts'
import { processFont } from './font-pool.ts'
import { addFontObject, isOwner, lockFont, removeFontObject, setFont } from './queries.ts'

const uuid = z.uuid()

/**
 * PUT /functions/v1/font?space_id= with the bytes of a font: makes it the font of the space's brand, in place of the former one. 200
 * `{path, name}`. 422 with the reason when the file is no font that may be shown on websites.
 */
export function putFont(deps: Deps): Handler {
	const { config, files, identify } = deps
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	return async (x) => {
		const { claims } = await identify(x)
		const space = spaceOf(x)
		await requireOwner(deps, claims, space)
		await requireDiskSpace()
		const font = await receiveFont(x)
		const stored = await files.put([font.bytes], font.bytes.length).catch((error) => {
			throw toStorageError(error)
		})
		const path = `${space}/${randomUUID()}.woff2`
		const parts = { font_path: path, font_name: font.name, font_metrics: writeFontMetrics(font) }
		try {
			await replaceFont(deps, claims, space, async (tx) => {
				const owner = String(claims.sub)
				const { version } = stored
				await tx.query(addFontObject({ id: randomUUID(), name: path, owner, version, metadata: metadataOf(stored) }))
				await tx.query(setFont(space, parts))
			})
		} catch (error) {
			if (isUncommitted(error)) await files.remove([stored.version])
			throw error
		}
		return json({ path, name: font.name }, 200, { 'cache-control': 'no-store' })
	}
}

/** DELETE /functions/v1/font?space_id=: 204, also when the brand had no font. */
export function deleteFont(deps: Deps): Handler {
	return async (x) => {
		const { claims } = await deps.identify(x)
		const space = spaceOf(x)
		await requireOwner(deps, claims, space)
		await replaceFont(deps, claims, space, (tx) => tx.query(setFont(space, null)))
		return empty(204)
	}
}

/** Runs the change together with the removal of the former font, whose bytes are deleted after the commit. */
async function replaceFont(
	{ db, files, log }: Deps,
	claims: Claims,
	space: string,
	change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
	const removed = await db.as(
		claims,
		async (tx) => {
			const [before] = await tx.query<{ path: string | null }>(lockFont(space))
			// Row-level security hides the row from one who is no owner any more.
			if (!before) throw notOwner()
			await change(tx)
			return before.path ? await tx.query<{ version: string }>(removeFontObject(space, before.path)) : []
		},
		{ shardKey: space },
	)
	const versions = removed.map(({ version }) => version)
	await files.remove(versions).catch((error) => log.warn({ err: error, versions }, 'bytes stay until the sweep'))
}

function spaceOf(x: Exchange): string {
	const { data: space } = uuid.safeParse(x.query('space_id'))
	if (!space) throw invalid({ space_id: 'This is not the id of a space.' })
	return space
}

/** Asked before the body is read, so that strangers keep no parser busy. */
async function requireOwner({ db }: Deps, claims: Claims, space: string): Promise<void> {
	const [row] = await db.as(claims, (tx) => tx.final<{ is_owner: boolean }>(isOwner(space)), {
		readOnly: true,
		shardKey: space,
	})
	if (!row?.is_owner) throw notOwner()
}

async function receiveFont(x: Exchange): Promise<ReadFont> {
	try {
		return await processFont(await x.bytes(fontLimits.upload))
	} catch (error) {
		if (error instanceof FontRejected) throw invalid({ font: error.message })
		if (error instanceof BodyError && error.problem === 'large') throw invalid({ font: fontProblemTexts.large })
		throw error
	}
}

/** The name of a stored font changes with its bytes, so that any cache may keep it. */
function metadataOf({ size, etag }: StoredFile): Record<string, unknown> {
	return {
		eTag: `"${etag}"`,
		size,
		mimetype: 'font/woff2',
		cacheControl: 'public, max-age=31536000, immutable',
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
}

function notOwner(): AppError {
	return new AppError(403, 'forbidden', 'Only owners of a space may change its font.')
}

function toStorageError(cause: unknown): unknown {
	if (cause instanceof StorageFull) return storageFull(cause)
	if (!(cause instanceof StorageUnavailable)) return cause
	const message = 'The font cannot be stored right now. Please try again.'
	return new AppError(503, 'unavailable', message, { headers: { 'retry-after': '10' }, cause })
}
