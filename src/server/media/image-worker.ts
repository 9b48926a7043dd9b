import { code, TooCostly, TooManyPixels } from './image-codec.ts'
import type { ImageAnswer, ImageJob } from './image-job.ts'

/**
 * A process that decodes pictures, one at a time, and nothing else: bytes from strangers meet native code here, out of
 * reach of keys, files and the database. It watches itself and ends when a picture takes more than could be foreseen.
 */
const mostBytes = 448 * 1024 * 1024
const mostCpuSeconds = 15
const lookEvery = 20

/** How the process ends when a picture was too much for it; whoever waits takes any end so. */
const tooCostly = 75

let busySince: NodeJS.CpuUsage | undefined
setInterval(() => {
	const { user = 0, system = 0 } = busySince ? process.cpuUsage(busySince) : {}
	const isOver = process.memoryUsage.rss() > mostBytes || user + system > mostCpuSeconds * 1e6
	if (busySince && isOver) process.exit(tooCostly)
}, lookEvery)

async function answer(job: ImageJob): Promise<ImageAnswer> {
	try {
		return { image: await code(job) }
	} catch (error) {
		if (error instanceof TooManyPixels) return { problem: 'pixels' }
		return { problem: error instanceof TooCostly ? 'costly' : 'damaged' }
	}
}

process.on('message', async (job: ImageJob) => {
	busySince = process.cpuUsage()
	const said = await answer({ ...job, bytes: Buffer.from(job.bytes) })
	busySince = undefined
	process.send?.(said)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
