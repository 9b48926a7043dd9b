import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps, Env } from '#server/deps.ts'
import { discardUnlessKept } from './discard.ts'
import { requireKey } from './names.ts'
import { type BucketRow, lockVersion, moveObject, type ObjectRow } from './queries.ts'
import { asCaller, type Parts, readJson, requireBucket, requireObject } from './request.ts'
import { missing } from './serve.ts'
import { noSuchKey, StorageError } from './storage-error.ts'
import {
	commitObject,
	mostBytes,
	requirePermission,
	requireType,
	type StoredBytes,
	storePicture,
} from './upload.ts'
import {
	cleanType,
	readCacheControl,
	readEncoding,
	readMetadataHeader,
	type UploadFields,
} from './upload-fields.ts'
import { worded } from './worded.ts'

const move = z.object({
	bucketId: z.string(),
	sourceKey: z.string(),
	destinationKey: z.string(),
	destinationBucket: z.string().optional(),
	sourceVersionId: z.string().optional(),
})
const override = z
	.object({ cacheControl: z.string(), contentEncoding: z.string(), mimetype: z.string() })
	.partial()
const copy = move.extend({
	copyMetadata: worded(z.boolean().default(true)),
	metadata: override.optional(),
})
/** An object whose bytes are there. */
type WholeObject = ObjectRow & { metadata: NonNullable<ObjectRow['metadata']> }

/** Moving touches the row alone; copying makes a second, independent file. */
export function moveRoutes(parts: Parts): Hono<Env> {
	const { deps } = parts
	const app = new Hono<Env>()

	app.post('/object/move', async (c) => {
		const wish = await readJson(c, move)
		const { from, to } = places(wish)
		const target = await requireBucket(deps, to.bucket)
		const moved = await asCaller(parts, c, 'storage.object.move', async (tx) => {
			// Whoever moves or replaces it at the same time is done first.
			await tx.query(lockVersion(from.bucket, from.name))
			const source = await requireObject(tx, from.bucket, from.name, wish.sourceVersionId)
			if (from.bucket !== to.bucket) admit(deps, target, whole(source))
			return (await tx.result(moveObject(source.id, to.bucket, to.name))).rowCount
		})
		if (moved === 0) throw noSuchKey()
		return c.json({ message: 'Successfully moved' })
	})

	app.post('/object/copy', async (c) => {
		const wish = await readJson(c, copy)
		const { from, to } = places(wish)
		const target = await requireBucket(deps, to.bucket)
		const { claims } = deps.identify(c.req.raw.headers)
		const upsert = c.req.header('x-upsert') === 'true'
		const owner = claims.sub ?? null
		const upload = { ...to, upsert, claims, owner, operation: 'storage.object.copy' as const }
		const source = whole(
			await asCaller(parts, c, 'storage.object.copy', (tx) =>
				requireObject(tx, from.bucket, from.name, wish.sourceVersionId),
			),
		)
		const { mime, fields } = described(wish, source, c.req.header('x-metadata'))
		await requirePermission(parts, upload, mime, target.image_policy ? 0 : source.metadata.size)
		const isNewHere = from.bucket !== to.bucket
		const stored = isNewHere
			? await admitCopy(deps, target, source, mime)
			: {
					file: await copyBytes(deps, source),
					mime: target.image_policy ? source.metadata.mimetype : mime,
				}
		try {
			return c.json(await commitObject(parts, upload, stored, fields))
		} catch (error) {
			await discardUnlessKept(deps, stored.file.version, error)
			throw error
		}
	})
	return app
}

function places(wish: z.infer<typeof move>) {
	return {
		from: { bucket: wish.bucketId, name: requireKey(wish.sourceKey) },
		to: {
			bucket: wish.destinationBucket ?? wish.bucketId,
			name: requireKey(wish.destinationKey),
		},
	}
}

/**
 * What a copy is said to be: as the original, or as the caller overrides it.
 * @param sent the user metadata that came as `x-metadata`, which counts only when the original's is not copied
 */
function described(
	{ copyMetadata, metadata = {} }: z.infer<typeof copy>,
	{ metadata: own, user_metadata }: WholeObject,
	sent: string | undefined,
): { mime: string; fields: UploadFields } {
	const { cacheControl, contentEncoding, mimetype } = own
	const same = { cacheControl, contentEncoding, userMetadata: user_metadata }
	if (copyMetadata) return { mime: mimetype, fields: same }
	return {
		mime: metadata.mimetype === undefined ? mimetype : cleanType(metadata.mimetype),
		fields: {
			cacheControl:
				metadata.cacheControl === undefined
					? cacheControl
					: readCacheControl(metadata.cacheControl),
			contentEncoding:
				metadata.contentEncoding === undefined
					? contentEncoding
					: readEncoding(metadata.contentEncoding),
			userMetadata: readMetadataHeader(sent),
		},
	}
}

/** @throws StorageError when a bucket would not have taken this file as an upload */
function admit(deps: Deps, target: BucketRow, { metadata }: WholeObject): void {
	if (target.image_policy)
		throw new StorageError(
			'InvalidRequest',
			`The bucket ${target.id} encodes its pictures anew: copy this one there instead`,
		)
	requireType(metadata.mimetype, target)
	if (metadata.size > mostBytes(deps.config, target))
		throw new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size')
}

async function admitCopy(
	deps: Deps,
	target: BucketRow,
	source: WholeObject,
	mime: string,
): Promise<StoredBytes> {
	if (target.image_policy) {
		const bytes = await deps.files.read(source.version)
		if (!bytes) throw missing()
		return storePicture(deps, target, bytes)
	}
	admit(deps, target, { ...source, metadata: { ...source.metadata, mimetype: mime } })
	return { file: await copyBytes(deps, source), mime }
}

async function copyBytes({ files }: Deps, { version }: WholeObject) {
	const file = await files.copy(version)
	if (!file) throw missing()
	return file
}

function whole(object: ObjectRow): WholeObject {
	if (!object.metadata) throw missing()
	return { ...object, metadata: object.metadata }
}
