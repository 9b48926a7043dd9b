import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { type FontAnswer, type FontJob, FontRejected } from './font-job.ts'
import { readFont } from './read-font.ts'

// The parser describes damaged fonts there; the owner is told all the same.
console.warn = () => {}

/** Worker process that reads fonts: untrusted bytes meet parsers here, isolated from keys, files and the database. */
answerJobs(async ({ bytes }: FontJob): Promise<FontAnswer> => {
	try {
		return { font: await readFont(Buffer.from(bytes)) }
	} catch (error) {
		return { problem: error instanceof FontRejected ? error.problem : 'damaged' }
	}
})
