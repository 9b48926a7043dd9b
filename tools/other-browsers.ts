import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kind } from '#shared/form/public-form.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { startFirefox } from './other-browsers/firefox.ts'
import { journey, withoutScript } from './other-browsers/journey.ts'
import type { JourneyContext, Step } from './other-browsers/journey-context.ts'
import { startRecorder } from './other-browsers/recorder.ts'
import { recordingJourney, refusedJourney } from './other-browsers/recording-journey.ts'
import type { Engine, EngineOptions } from './other-browsers/tab.ts'
import { startWebKit } from './other-browsers/webkit.ts'

/**
 * Runs the main journey in Firefox and WebKitGTK, and that of recordings in Firefox; needs Debian's `firefox-esr`,
 * `webkit2gtk-driver`, `xvfb` and `ffmpeg`, and a build. Run: `node tools/other-browsers.ts [firefox] [webkit] [recordings]`.
 * Takes minutes and exits 1 when a step fails.
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
	if (chosen.length === 0 || chosen.includes('recordings')) await walkRecordings()
} finally {
	await server.stop()
	recorder.close()
	await rm(folder, { recursive: true })
}

/** Runs the journey, then a submission in a browser with scripts disabled. */
async function walkBoth(start: Start): Promise<void> {
	const place = await openPlace(['text', 'photo'])
	await walk(await start(), place, journey)
	await walk(await start({ script: false }), place, [['without JavaScript it can be sent and read', withoutScript]])
}

/** WebKitGTK has no fake devices that its driver could choose. */
async function walkRecordings(): Promise<void> {
	const place = await openPlace(['text', 'video', 'audio'])
	await walk(await startFirefox({ devices: 'fake' }), place, recordingJourney)
	await walk(await startFirefox({ devices: 'refused' }), place, refusedJourney)
}

/** A space whose form takes these kinds. */
async function openPlace(accepts: Kind[]): Promise<Omit<JourneyContext, 'tab'>> {
	const { url } = recorder
	const space = await makeSpace(url)
	await space.client.from('forms').update({ accepts }).eq('id', space.formId).throwOnError()
	return { url, server, recorder, space, folder, receiptUrl: '' }
}

async function walk(engine: Engine, rest: Omit<JourneyContext, 'tab'>, steps: Step[]) {
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
