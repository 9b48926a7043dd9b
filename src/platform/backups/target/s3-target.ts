import type { Config } from '#platform/config/config.ts'
import { openBucket } from '#platform/media/open-file-store.ts'
import { putParts } from '#platform/media/s3/put-parts.ts'
import type { BackupTarget } from './backup-target.ts'
import type { S3Target } from './s3-address.ts'

/** Parts of 16 MiB: S3 takes ten thousand, which is 160 GB for one backup. */
const partSize = 16 * 1024 * 1024
/** A multipart upload of a killed server is aborted after two days. */
const abandoned = 2 * 86_400_000

/** A prefix in a bucket, with the S3_… settings of the installation. */
export function createS3Target(config: Config, address: string, { bucket: name, prefix }: S3Target): BackupTarget {
	const bucket = openBucket(config, name)
	const keyOf = (file: string) => (prefix ? `${prefix}/${file}` : file)

	async function described<T>(work: Promise<T>): Promise<T> {
		return work.catch((cause: Error) => {
			const reason = cause.cause instanceof Error ? cause.cause.message : cause.message
			throw new Error(
				`BACKUP_TARGET (${address}) cannot be used: ${reason || cause.name}. Check the bucket and the S3_… settings.`,
				{ cause },
			)
		})
	}

	return {
		address,
		async write(file, source) {
			let size = 0
			let failure: { cause: unknown } | undefined
			async function* counted() {
				try {
					for await (const chunk of source) {
						size += chunk.length
						yield chunk
					}
				} catch (cause) {
					failure = { cause }
					throw cause
				}
			}
			// A failure of the source is not one of S3.
			await described(putParts(bucket, keyOf(file), counted(), partSize)).catch((error) => {
				throw failure ? failure.cause : error
			})
			return size
		},
		async *read(file) {
			const body = await described(bucket.get(keyOf(file)))
			if (!body) throw new Error(`There is no ${file} in ${address}.`)
			yield* body as AsyncIterable<Uint8Array>
		},
		async list(folder) {
			const start = keyOf(folder ? `${folder}/` : '')
			const files = await described(bucket.list(start))
			return files
				.map(({ key, size, since }) => ({ name: prefix ? key.slice(prefix.length + 1) : key, size, since }))
				.filter(({ name }) => !name.slice(folder ? folder.length + 1 : 0).includes('/'))
		},
		remove: (file) => described(bucket.remove(keyOf(file)).then(() => {})),
		async removeUnfinished() {
			for (const { key, upload } of await bucket.begunBefore(keyOf(''), Date.now() - abandoned))
				await bucket.abort(key, upload)
		},
	}
}
