import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { runImageJob } from './image-codec.ts'
import { type ImageAnswer, type ImageJob, ImageRejected } from './image-job.ts'

/** Worker process that decodes images: untrusted bytes meet native code here, isolated from keys, files and the database. */
answerJobs(async (job: ImageJob): Promise<ImageAnswer> => {
	try {
		return { image: await runImageJob({ ...job, bytes: Buffer.from(job.bytes) }) }
	} catch (error) {
		return { problem: error instanceof ImageRejected ? error.problem : 'damaged' }
	}
})
