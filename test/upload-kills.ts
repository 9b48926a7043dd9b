import { parseArgs } from 'node:util'
import { openS3 } from './s3.ts'
import { startServer } from './server.ts'
import { uploadThroughKills } from './upload-through-kills.ts'

/**
 * Kills the server under uploads and lets them go on. Run: `node test/upload-kills.ts --uploads 20 --megabytes 100`.
 * `--s3` keeps the files in an S3 server of its own. Exits 1 when a byte is wrong or had to be sent twice after it was acknowledged.
 */
const { values } = parseArgs({
	options: {
		uploads: { type: 'string', default: '20' },
		megabytes: { type: 'string', default: '100' },
		kills: { type: 'string', default: '1' },
		s3: { type: 'boolean', default: false },
	},
})
const s3 = values.s3 ? await openS3() : undefined
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
