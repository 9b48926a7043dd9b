import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { type PageJob, runPageJob } from './page-job.ts'

/** Worker process that parses large pages of other websites. */
answerJobs(async (job: PageJob) => runPageJob(job))
