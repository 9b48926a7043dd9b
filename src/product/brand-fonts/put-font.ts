import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { BodyError } from '#platform/http/body/read-body.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { empty } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { objectMetadata } from '#platform/media/files/object-metadata.ts'
import type { Claims, Tx } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { invalid, toStorageError } from '#product/http/errors.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { readQuery } from '#product/run-query.ts'
import { isOwner } from '#product/spaces/queries.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { writeFontMetrics } from '#shared/look/brand-font.ts'
import { fontLimits } from '#shared/parser-limits.ts'
import { FontRejected, fontProblemTexts, type ReadFont } from './font-job.ts'
import { processFont } from './font-pool.ts'
import { addFontObject, lockFont, removeFontObject, setFont } from './queries.ts'

/**
 * PUT /functions/v1/font?space_id= with the bytes of a font: makes it the font of the space's brand, in place of the former one. 200
 * `{path, name}`. 422 with the reason when the file is no font that may be shown on websites.
 */
export function putFont(deps: Deps): Handler {
	const { config, files, identify } = deps
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	return async (x) => {
		const { claims } = await identify(x)
		const space = requireId('space_id', x.query('space_id'), 'a space')
		await requireOwner(deps, claims, space)
		await requireDiskSpace()
		const font = await receiveFont(x)
		const stored = await files.put([font.bytes], font.bytes.length).catch((error) => {
			throw toStorageError(error, 'The font cannot be stored right now. Please try again.')
		})
		const path = `${space}/${randomUUID()}.woff2`
		const parts = { font_path: path, font_name: font.name, font_metrics: writeFontMetrics(font) }
		try {
			await replaceFont(deps, claims, space, async (tx) => {
				const owner = String(claims.sub)
				const { version } = stored
				// The name of a stored font changes with its bytes, so that any cache may keep it.
				const metadata = objectMetadata(stored, 'font/woff2', 'public, max-age=31536000, immutable')
				await tx.query(addFontObject({ id: randomUUID(), name: path, owner, version, metadata }))
				await tx.query(setFont(space, parts))
			})
		} catch (error) {
			if (isUncommitted(error)) await files.remove([stored.version])
			throw error
		}
		return privateJson({ path, name: font.name })
	}
}

/** DELETE /functions/v1/font?space_id=: 204, also when the brand had no font. */
export function deleteFont(deps: Deps): Handler {
	return async (x) => {
		const { claims } = await deps.identify(x)
		const space = requireId('space_id', x.query('space_id'), 'a space')
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

/** Asked before the body is read, so that strangers keep no parser busy. */
async function requireOwner({ db }: Deps, claims: Claims, space: string): Promise<void> {
	const [row] = await readQuery<{ is_owner: boolean }>(db, claims, isOwner(space), space)
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

function notOwner(): AppError {
	return new AppError(403, 'forbidden', 'Only owners of a space may change its font.')
}
