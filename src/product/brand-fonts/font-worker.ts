import { type FontAnswer, type FontJob, FontRejected } from './font-job.ts'
import { readFont } from './read-font.ts'

/**
 * Worker process that reads fonts, one at a time: untrusted bytes meet parsers here, isolated from keys, files and the database.
 * It ends itself when a font needs too much; while a parser does not yield, the pool's time limit ends it.
 */
const maxBytes = 512 * 1024 * 1024
/** The pool treats any exit this way. */
const tooCostlyExitCode = 75

// The parser describes damaged fonts there; the owner is told all the same.
console.warn = () => {}

let isBusy = false
setInterval(() => {
	if (isBusy && process.memoryUsage.rss() > maxBytes) process.exit(tooCostlyExitCode)
}, 20)

async function answer({ bytes }: FontJob): Promise<FontAnswer> {
	try {
		return { font: await readFont(Buffer.from(bytes)) }
	} catch (error) {
		return { problem: error instanceof FontRejected ? error.problem : 'damaged' }
	}
}

process.on('message', async (job: FontJob) => {
	isBusy = true
	const reply = await answer(job)
	isBusy = false
	process.send?.(reply)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
