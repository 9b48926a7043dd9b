import { parseArgs } from 'node:util'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { startServer } from '#test/support/server-process.ts'
import { uploadThroughKills } from '#test/support/storage/upload-through-kills.ts'

/**
 * Kills the server during resumable uploads, which then continue. Run: `node tools/outages/upload-kills.ts --uploads 20
 * --megabytes 100`, with `--s3` for storage in an S3 server. Exits 1 when a byte is wrong, or was sent again after it
 * was acknowledged.
 */
const { values } = parseArgs({
	options: {
		uploads: { type: 'string', default: '20' },
		megabytes: { type: 'string', default: '100' },
		kills: { type: 'string', default: '1' },
		s3: { type: 'boolean', default: false },
	},
})
const s3 = values.s3 ? await startS3Server() : undefined
const server = await startServer({ RATE_LIMITS: 'off', ...s3?.settings })
const outcome = await uploadThroughKills(server, {
	uploads: Number(values.uploads),
	size: Number(values.megabytes) * 1024 * 1024,
	kills: Number(values.kills),
})
await server.stop()
await s3?.close()
console.log(JSON.stringify(outcome))
process.exit(outcome.corrupt + outcome.restarted > 0 ? 1 : 0)
