import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { coerce, requireKey } from '#platform/storage/names.ts'
import { type BucketRow, lockVersion, moveObject, type ObjectRow } from '#platform/storage/queries.ts'
import { asCaller, requireBucket, requireObject, type StorageDeps } from '#platform/storage/storage-context.ts'
import { noSuchKey, StorageError } from '#platform/storage/storage-error.ts'
import {
	commitObject,
	maxBytes,
	requirePermission,
	requireType,
	type StoredBytes,
	storeImage,
} from '#platform/storage/uploads/upload.ts'
import {
	readCacheControl,
	readEncoding,
	readMetadataHeader,
	sanitizeContentType,
	type UploadFields,
} from '#platform/storage/uploads/upload-fields.ts'
import { deleteUnlessCommitted } from './delete-files.ts'
import { objectMissing } from './serve-object.ts'

const moveSchema = z.object({
	bucketId: z.string(),
	sourceKey: z.string(),
	destinationKey: z.string(),
	destinationBucket: z.string().optional(),
	sourceVersionId: z.string().optional(),
})
const overrideSchema = z
	.object({ cacheControl: z.string(), contentEncoding: z.string(), mimetype: z.string() })
	.partial()
const copySchema = moveSchema.extend({
	copyMetadata: coerce(z.boolean().default(true)),
	metadata: overrideSchema.optional(),
})
type WholeObject = ObjectRow & { metadata: NonNullable<ObjectRow['metadata']> }

/** A move changes only the row; a copy makes an independent file. */
export function moveRoutes(routes: Routes, parts: StorageDeps): void {
	const { deps } = parts
	routes.post(
		'/object/move',
		async (x, input) => {
			const { from, to } = sourceAndTarget(input)
			const target = await requireBucket(deps, to.bucket)
			const moved = await asCaller(parts, x, 'storage.object.move', async (tx) => {
				// Waits for a concurrent move or replacement.
				await tx.query(lockVersion(from.bucket, from.name))
				const source = await requireObject(tx, from.bucket, from.name, input.sourceVersionId)
				if (from.bucket !== to.bucket) requireAcceptable(deps, target, requireBytes(source))
				return (await tx.result(moveObject(source.id, to.bucket, to.name))).rowCount
			})
			if (moved === 0) throw noSuchKey()
			return json({ message: 'Successfully moved' })
		},
		{ body: moveSchema },
	)

	routes.post(
		'/object/copy',
		async (x, input) => {
			const { from, to } = sourceAndTarget(input)
			const target = await requireBucket(deps, to.bucket)
			const { claims } = await deps.identify(x)
			const upsert = x.header('x-upsert') === 'true'
			const owner = claims.sub ?? null
			const upload = { ...to, upsert, claims, owner, operation: 'storage.object.copy' as const }
			const source = requireBytes(
				await asCaller(parts, x, 'storage.object.copy', (tx) =>
					requireObject(tx, from.bucket, from.name, input.sourceVersionId),
				),
			)
			const { mime, fields } = copyAttributes(input, source, x.header('x-metadata'))
			await requirePermission(parts, upload, mime, target.image_policy ? 0 : source.metadata.size)
			const isNewHere = from.bucket !== to.bucket
			const stored = isNewHere
				? await copyIntoBucket(deps, target, source, mime)
				: {
						file: await copyBytes(deps, source),
						mime: target.image_policy ? source.metadata.mimetype : mime,
					}
			try {
				return json(await commitObject(parts, upload, stored, fields))
			} catch (error) {
				await deleteUnlessCommitted(deps, stored.file.version, error)
				throw error
			}
		},
		{ body: copySchema },
	)
}

function sourceAndTarget(input: z.infer<typeof moveSchema>) {
	return {
		from: { bucket: input.bucketId, name: requireKey(input.sourceKey) },
		to: {
			bucket: input.destinationBucket ?? input.bucketId,
			name: requireKey(input.destinationKey),
		},
	}
}

/**
 * Attributes of a copy: those of the source, or the caller's overrides.
 * @param sent user metadata of the `x-metadata` header, used only when the source's is not copied
 */
function copyAttributes(
	{ copyMetadata, metadata = {} }: z.infer<typeof copySchema>,
	{ metadata: own, user_metadata }: WholeObject,
	sent: string | undefined,
): { mime: string; fields: UploadFields } {
	const { cacheControl, contentEncoding, mimetype } = own
	const same = { cacheControl, contentEncoding, userMetadata: user_metadata }
	if (copyMetadata) return { mime: mimetype, fields: same }
	return {
		mime: metadata.mimetype === undefined ? mimetype : sanitizeContentType(metadata.mimetype),
		fields: {
			cacheControl: metadata.cacheControl === undefined ? cacheControl : readCacheControl(metadata.cacheControl),
			contentEncoding:
				metadata.contentEncoding === undefined ? contentEncoding : readEncoding(metadata.contentEncoding),
			userMetadata: readMetadataHeader(sent),
		},
	}
}

/** @throws StorageError when the bucket would refuse this file as an upload */
function requireAcceptable(deps: Deps, target: BucketRow, { metadata }: WholeObject): void {
	if (target.image_policy)
		throw new StorageError(
			'InvalidRequest',
			`The bucket ${target.id} encodes its pictures anew: copy this one there instead`,
		)
	requireType(metadata.mimetype, target)
	if (metadata.size > maxBytes(deps.config, target))
		throw new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size')
}

async function copyIntoBucket(deps: Deps, target: BucketRow, source: WholeObject, mime: string): Promise<StoredBytes> {
	if (target.image_policy) {
		const bytes = await deps.files.read(source.version)
		if (!bytes) throw objectMissing()
		return storeImage(deps, target, bytes)
	}
	requireAcceptable(deps, target, { ...source, metadata: { ...source.metadata, mimetype: mime } })
	return { file: await copyBytes(deps, source), mime }
}

async function copyBytes({ files }: Deps, { version }: WholeObject) {
	const file = await files.copy(version)
	if (!file) throw objectMissing()
	return file
}

function requireBytes(object: ObjectRow): WholeObject {
	if (!object.metadata) throw objectMissing()
	return { ...object, metadata: object.metadata }
}
