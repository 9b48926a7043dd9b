import { runImageJob } from './image-codec.ts'
import { type ImageAnswer, type ImageJob, ImageRejected } from './image-job.ts'

/**
 * Worker process that decodes images, one at a time: untrusted bytes meet native code here, isolated from keys, files
 * and the database. It ends itself when an image needs too much.
 */
const maxBytes = 448 * 1024 * 1024
const maxCpuSeconds = 15
const checkInterval = 20

/** Exit on an image that needs too much; the pool treats any exit this way. */
const tooCostlyExitCode = 75

let busySince: NodeJS.CpuUsage | undefined
setInterval(() => {
	const { user = 0, system = 0 } = busySince ? process.cpuUsage(busySince) : {}
	const isOver = process.memoryUsage.rss() > maxBytes || user + system > maxCpuSeconds * 1e6
	if (busySince && isOver) process.exit(tooCostlyExitCode)
}, checkInterval)

async function answer(job: ImageJob): Promise<ImageAnswer> {
	try {
		return { image: await runImageJob(job) }
	} catch (error) {
		return { problem: error instanceof ImageRejected ? error.problem : 'damaged' }
	}
}

process.on('message', async (job: ImageJob) => {
	busySince = process.cpuUsage()
	const reply = await answer({ ...job, bytes: Buffer.from(job.bytes) })
	busySince = undefined
	process.send?.(reply)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
