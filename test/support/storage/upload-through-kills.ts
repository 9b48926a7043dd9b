import { createHash, randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server } from '#test/support/server-process.ts'

/** Counts of uploads whose server was killed meanwhile. All but `kills` should be 0 at the end. */
export type UploadOutcome = {
	uploads: number
	kills: number
	/** Arrived with wrong bytes, or not at all. */
	corrupt: number
	/** Restarted from the beginning, or lost acknowledged bytes. */
	restarted: number
}

const bucket = 'kills'
const chunkSize = 6 * 1024 * 1024

/**
 * Uploads files by tus-js-client while the server is repeatedly killed and restarted.
 * @param size bytes of each
 * @param kills number of kills for each upload, at random points
 */
export async function uploadThroughKills(
	server: Server,
	{ uploads, size, kills }: { uploads: number; size: number; kills: number },
): Promise<UploadOutcome> {
	const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as {
		serviceRoleKey: string
	}
	const { storage } = officialClient(server.url, serviceRoleKey)
	await storage.createBucket(bucket, { public: false })
	const outcome: UploadOutcome = { uploads, kills: 0, corrupt: 0, restarted: 0 }
	for (let i = 0; i < uploads; i++) {
		const bytes = randomBytes(size)
		const name = `file-${i}`
		const run = await uploadOne(server, serviceRoleKey, bytes, name, kills)
		outcome.kills += run.kills
		if (run.isRestarted) outcome.restarted++
		const { data } = await storage.from(bucket).download(name)
		const arrived = data && Buffer.from(await data.arrayBuffer())
		if (!arrived || digest(arrived) !== digest(bytes)) outcome.corrupt++
		await storage.from(bucket).remove([name])
	}
	return outcome
}

async function uploadOne(server: Server, key: string, bytes: Buffer, name: string, kills: number) {
	const apikey = await fetchAnonKey(server.url)
	const moments = Array.from({ length: kills }, () => Math.random() * bytes.length).sort((a, b) => a - b)
	const run = { kills: 0, isRestarted: false }
	let acknowledged = 0
	let creations = 0
	let killing: Promise<void> | undefined

	await new Promise<void>((resolve, reject) => {
		const upload = new Upload(bytes, {
			endpoint: `${server.url}/storage/v1/upload/resumable`,
			headers: { authorization: `Bearer ${key}`, apikey },
			metadata: { bucketName: bucket, objectName: name, contentType: 'video/mp4' },
			chunkSize,
			retryDelays: Array.from({ length: 200 }, () => 100),
			onAfterResponse(request, response) {
				if (request.getMethod() === 'POST' && ++creations > 1) run.isRestarted = true
				if (response.getStatus() >= 300) return
				const offset = Number(response.getHeader('Upload-Offset') ?? 0)
				if (offset < acknowledged) run.isRestarted = true
				acknowledged = offset
			},
			onProgress(sent) {
				if (killing || moments.length === 0 || sent < (moments[0] ?? 0)) return
				moments.shift()
				run.kills++
				killing = server
					.kill()
					.then(() => server.restart())
					.then(() => {
						killing = undefined
					}, reject)
			},
			onError: reject,
			onSuccess: () => resolve(),
		})
		upload.start()
	})
	await killing
	return run
}

function digest(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex')
}
