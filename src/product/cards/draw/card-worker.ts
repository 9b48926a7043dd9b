import { setPriority } from 'node:os'
import sharp from 'sharp'
import { niceness } from '#platform/lower-priority.ts'
import { detectFormat } from '#platform/media/images/image-job.ts'
import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import type { CardAnswer, CardJob } from './card-job.ts'
import { drawCard } from './draw-card.ts'

// Walls and submissions go before pictures.
setPriority(niceness)
sharp.block({ operation: ['VipsForeignLoad'] })
// SVG is markup of drawCard alone: `picture` lets only the other three in.
sharp.unblock({
	operation: [
		'VipsForeignLoadJpegBuffer',
		'VipsForeignLoadPngBuffer',
		'VipsForeignLoadWebpBuffer',
		'VipsForeignLoadSvgBuffer',
	],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Worker process that draws cards. The pictures were encoded by Plaudit, but their bytes are decoded here all the same, apart from keys,
 * files and the database.
 */
async function answer(job: CardJob): Promise<CardAnswer> {
	const pictures = { logo: picture(job.logo), avatar: picture(job.avatar), photo: picture(job.photo) }
	try {
		return { png: await drawCard({ ...job, ...pictures }) }
	} catch (error) {
		return { error: String(error) }
	}
}

function picture(bytes: Uint8Array | null): Buffer | null {
	const found = bytes && Buffer.from(bytes)
	return found && detectFormat(found) ? found : null
}

answerJobs(answer)
