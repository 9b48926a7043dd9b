import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { startFirefox } from './other-browsers/firefox.ts'
import { journey, withoutScript } from './other-browsers/journey.ts'
import type { JourneyContext } from './other-browsers/journey-context.ts'
import { startRecorder } from './other-browsers/recorder.ts'
import type { Engine, EngineOptions } from './other-browsers/tab.ts'
import { startWebKit } from './other-browsers/webkit.ts'

/**
 * Runs the main journey in Firefox and WebKitGTK; needs Debian's `firefox-esr`, `webkit2gtk-driver` and `xvfb`, and a
 * build. Run: `node tools/other-browsers.ts [firefox] [webkit]`. Takes minutes and exits 1 when a step fails.
 */
type Start = (options?: EngineOptions) => Promise<Engine>
const engines: Record<string, Start> = { firefox: startFirefox, webkit: startWebKit }
const chosen = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'plaudit-browsers-'))
const recorder = await startRecorder()
const server = await startServer({
	RATE_LIMITS: 'off',
	PORT: String(recorder.port),
	SITE_URL: recorder.url,
})
try {
	for (const [name, start] of Object.entries(engines))
		if (chosen.length === 0 || chosen.includes(name)) await walkBoth(start)
} finally {
	await server.stop()
	recorder.close()
	await rm(folder, { recursive: true })
}

/** Runs the journey, then a submission in a browser with scripts disabled. */
async function walkBoth(start: Start): Promise<void> {
	const { url } = recorder
	const space = await makeSpace(url)
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'photo'] })
		.eq('id', space.formId)
		.throwOnError()
	const place = { url, space, folder, receiptUrl: '' }
	await walk(await start(), place, journey)
	await walk(await start({ script: false }), place, [['without JavaScript it can be sent and read', withoutScript]])
}

async function walk(engine: Engine, rest: Omit<JourneyContext, 'tab'>, steps: typeof journey) {
	const tab = await engine.tab()
	const place = { ...rest, tab }
	let at = ''
	try {
		for (const [sentence, step] of steps) {
			at = sentence
			await step(place)
			const problems = [...recorder.problems(), ...engine.problems()]
			if (problems.length > 0) throw new Error(`the console says ${problems.join('\n')}`)
			console.log(`${engine.name}: ${sentence}`)
		}
	} catch (error) {
		process.exitCode = 1
		const picture = join(tmpdir(), `${engine.name.replaceAll(' ', '-')}.png`)
		await writeFile(picture, await tab.picture())
		console.error(`${engine.name}: NOT ${at}\n${error}\n${picture}`)
	} finally {
		await engine.close()
	}
}
