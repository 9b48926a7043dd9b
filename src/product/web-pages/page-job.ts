import { type PageCode, readEmbedCode } from './read-embed-code.ts'
import { type PageContent, readPage } from './read-page.ts'

/** A search in the HTML of a page: for a quotation with its author, or for the code of a wall. */
export type PageJob =
	| { kind: 'content'; html: string; url: string }
	| { kind: 'code'; html: string; wallId: string; origin: string }

/** Findings by kind of job. */
export type PageAnswers = { content: PageContent; code: PageCode }

export function runPageJob(job: PageJob): PageAnswers[PageJob['kind']] {
	return job.kind === 'content' ? readPage(job.html, new URL(job.url)) : readEmbedCode(job.html, job.wallId, job.origin)
}
