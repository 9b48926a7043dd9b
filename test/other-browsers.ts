import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFirefox } from './other-browsers/firefox.ts'
import { journey, withoutScript } from './other-browsers/journey.ts'
import type { Place } from './other-browsers/place.ts'
import { startRecorder } from './other-browsers/recorder.ts'
import type { Engine, EngineOptions } from './other-browsers/tab.ts'
import { startWebKit } from './other-browsers/webkit.ts'
import { startServer } from './server.ts'
import { makeSpace } from './space.ts'

/**
 * Walks the main journey in the engines that the other journeys do not use: Debian's `firefox-esr`, and `webkit2gtk-driver`
 * with `xvfb`. `node test/other-browsers.ts [firefox] [webkit]`, after `npm run build`; minutes, one line a step.
 */
type Start = (options?: EngineOptions) => Promise<Engine>
const engines: Record<string, Start> = { firefox: startFirefox, webkit: startWebKit }
const asked = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'plaudit-browsers-'))
const recorder = await startRecorder()
const server = await startServer({
	RATE_LIMITS: 'off',
	PORT: String(recorder.port),
	SITE_URL: recorder.url,
})
try {
	for (const [name, start] of Object.entries(engines))
		if (asked.length === 0 || asked.includes(name)) await walkBoth(start)
} finally {
	await server.stop()
	recorder.close()
	await rm(folder, { recursive: true })
}

/** Once as everybody does, and once by somebody who runs no script. */
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
	await walk(await start({ script: false }), place, [
		['without JavaScript it can be sent and read', withoutScript],
	])
}

async function walk(engine: Engine, rest: Omit<Place, 'tab'>, steps: typeof journey) {
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
