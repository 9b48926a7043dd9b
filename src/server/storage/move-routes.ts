import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { requireKey } from './names.ts'
import { insertObject, lockObject, lockVersion, moveObject, upsertObject } from './queries.ts'
import { asCaller, type Parts, readJson, requireBucket, requireObject } from './request.ts'
import { noSuchKey, StorageError } from './storage-error.ts'

const move = z.object({
	bucketId: z.string(),
	sourceKey: z.string(),
	destinationKey: z.string(),
	destinationBucket: z.string().optional(),
})
const copy = move.extend({
	copyMetadata: z.boolean().default(true),
	metadata: z.object({ cacheControl: z.string(), mimetype: z.string() }).partial().optional(),
})

/** Moving touches the row alone; copying makes a second, independent file. */
export function moveRoutes(parts: Parts): Hono<Env> {
	const { deps } = parts
	const app = new Hono<Env>()

	app.post('/object/move', async (c) => {
		const { from, to } = await places(parts, await readJson(c, move))
		const moved = await asCaller(parts, c, 'object.move', async (tx) => {
			const source = await requireObject(tx, from.bucket, from.name)
			return (await tx.result(moveObject(source.id, to.bucket, to.name))).rowCount
		})
		if (moved === 0) throw noSuchKey()
		return c.json({ message: 'Successfully moved' })
	})

	app.post('/object/copy', async (c) => {
		const wish = await readJson(c, copy)
		const { from, to } = await places(parts, wish)
		const upsert = c.req.header('x-upsert') === 'true'
		const source = await asCaller(parts, c, 'object.copy', (tx) =>
			requireObject(tx, from.bucket, from.name),
		)
		const file = await deps.files.copy(source.version)
		if (!file) throw new StorageError('NotFound', 'The resource was not found')
		try {
			const { replaced, id } = await asCaller(parts, c, 'object.copy', async (tx, claims) => {
				const object = {
					id: randomUUID(),
					...to,
					owner: claims.sub ?? null,
					version: file.version,
					metadata: {
						...source.metadata,
						...(wish.copyMetadata ? {} : wish.metadata),
						lastModified: new Date().toISOString(),
					},
					userMetadata: wish.copyMetadata ? source.user_metadata : null,
				}
				await tx.query(lockObject(to.bucket, to.name))
				if (!upsert) {
					await tx.query(insertObject(object))
					return { id: object.id, replaced: undefined }
				}
				const [earlier] = await tx.query<{ id: string; version: string }>(
					lockVersion(to.bucket, to.name),
				)
				await tx.query(upsertObject(object))
				return { id: earlier?.id ?? object.id, replaced: earlier?.version }
			})
			if (replaced) await deps.files.remove([replaced])
			return c.json({ Id: id, Key: `${to.bucket}/${to.name}` })
		} catch (error) {
			await deps.files.remove([file.version])
			throw error
		}
	})
	return app
}

/** Both ends of a move. A picture bucket takes only what it encoded itself, so nothing enters it from another one. */
async function places({ deps }: Parts, wish: z.infer<typeof move>) {
	const from = { bucket: wish.bucketId, name: requireKey(wish.sourceKey) }
	const to = {
		bucket: wish.destinationBucket ?? wish.bucketId,
		name: requireKey(wish.destinationKey),
	}
	const target = await requireBucket(deps, to.bucket)
	const restricts = target.image_policy || target.allowed_mime_types || target.file_size_limit
	if (to.bucket !== from.bucket && restricts)
		throw new StorageError(
			'InvalidRequest',
			`The bucket ${to.bucket} restricts its content and takes uploads only`,
		)
	return { from, to }
}
