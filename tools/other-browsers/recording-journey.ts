import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { heights } from '#shared/wall/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { recordingFiles } from '#test/support/product/recording-files.ts'
import { click, eventually, expectNoOverflow, fill, navigate, read, waitUntil } from './actions.ts'
import type { JourneyContext, Step } from './journey-context.ts'
import type { Tab } from './tab.ts'

const phone = [360, 740] as const
const desk = [1280, 900] as const
const there = 'It is there. Press Send when you are ready.'
const spoken = 'My hands are eighty-one'

/** The steps of a visitor with camera and microphone, then those of the owner and of readers. */
export const recordingJourney: Step[] = [
	['a reload in the middle of a recording keeps it', recordAndReload],
	['the kept take is trimmed, and its upload goes on after the server was killed', uploadThroughKill],
	['the video is sent', (place) => send(place, 'Ines Carvalho')],
	['a voice is recorded, rests offline and is sent', recordVoice],
	['the inbox plays both, and its captions are published', playInInbox],
	['the wall plays both, one at a time, with captions', playOnWall],
	['an embed on another origin plays the video', playInEmbed],
	['the page of the testimonial plays it and shows its transcript', playOnPage],
]

/** The steps of a visitor whose browser refuses the devices. */
export const refusedJourney: Step[] = [['a refused camera leads to a file, which is sent', chooseInstead]]

async function openRecorder({ tab, url, space }: JourneyContext, kind: 'video' | 'audio') {
	await tab.size(...phone)
	await tab.go(`${url}/collect/${space.slug}`)
	await tab.click(`label:has(#k-${kind})`)
	await click(tab, 'button', kind === 'video' ? 'Record a video' : 'Record your voice')
}

async function record(place: JourneyContext, kind: 'video' | 'audio', least = 3) {
	const { tab } = place
	await openRecorder(place, kind)
	await click(tab, 'button', 'Start recording')
	await click(tab, 'button', 'Start now')
	await expectNoOverflow(tab, 'the recorder')
	await waitUntil(
		tab,
		'return Number(/^0:0([0-9]) of/.exec(document.querySelector("dialog h2")?.innerText)?.[1]) >= arguments[0]',
		least,
	)
}

async function recordAndReload(place: JourneyContext) {
	const { tab, url, space } = place
	await record(place, 'video', 6)
	await tab.go(`${url}/collect/${space.slug}`)
	await read(tab, 'We kept your recording')
	await click(tab, 'button', 'Look at it')
	const isLong = 'return Number(document.querySelector("dialog input[type=range]")?.max) > 2'
	await waitUntil(tab, isLong)
	await tab.run(turnSoundOff)
	await click(tab, 'button', 'Play')
	await waitUntil(tab, 'return document.querySelector("dialog video").currentTime > 0.5')
}

async function uploadThroughKill({ tab, server, recorder }: JourneyContext) {
	await click(tab, 'button', 'Trim and cover')
	await waitUntil(tab, 'return document.querySelector(".nudges button")?.disabled === false')
	await click(tab, 'button', 'Start: half a second later')
	recorder.limitUploads(40_000)
	await click(tab, 'button', 'Use this take')
	await read(tab, 'On its way.')
	await server.kill()
	await read(tab, 'The server cannot be reached.')
	recorder.limitUploads(0)
	await server.restart()
	await read(tab, there)
}

async function send({ tab, space }: JourneyContext, name: string) {
	await fill(tab, 'Name', name)
	await tab.click('#consent')
	await waitUntil(tab, 'return document.querySelector("#consent").checked')
	await click(tab, 'button', 'Send')
	await read(tab, `Thank you, ${name.split(' ')[0]}.`)
	const states = async () => {
		const { data } = await space.client.from('media').select('state,progress,problem').throwOnError()
		return data
	}
	// A minute of video takes a minute of one core.
	const isReady = await eventually(async () => (await states()).every(({ state }) => state === 'ready'), 120_000)
	assert.ok(isReady, `the recording is ${JSON.stringify(await states())}`)
}

async function recordVoice(place: JourneyContext) {
	const { tab } = place
	await record(place, 'audio')
	await click(tab, 'button', 'Stop recording')
	await tab.offline(true)
	await click(tab, 'button', 'Use this take')
	await read(tab, 'It is safe on this device')
	await tab.offline(false)
	await read(tab, there)
	await send(place, 'Kwame Asante')
}

/** Firefox stops with an error where the machine has no sound device, unless the sound is off. */
const turnSoundOff = `const { play } = HTMLMediaElement.prototype
HTMLMediaElement.prototype.play = function () {
	this.muted = true
	return play.call(this)
}`
const plays = 'return document.querySelector(arguments[0])?.currentTime > 0.3'

async function playInInbox({ tab, url, space }: JourneyContext) {
	await tab.size(...desk)
	await tab.go(`${url}/auth`)
	await fill(tab, 'E-mail', space.email)
	await fill(tab, 'Password', space.password)
	await tab.press('Enter')
	await navigate(tab, '/dashboard/inbox')
	await tab.run(turnSoundOff)
	for (const name of ['Kwame Asante', 'Ines Carvalho']) {
		await click(tab, '.inbox-row', name)
		await waitUntil(tab, 'return document.querySelector(".recording-player")?.ariaLabel.includes(arguments[0])', name)
		await click(tab, '.recording-controls button', 'Play')
		await waitUntil(tab, plays, '.recording-view video')
		await click(tab, '.recording-controls button', 'Pause')
	}
	await click(tab, 'button', 'Type captions')
	await waitUntil(
		tab,
		'return document.activeElement?.localName === "textarea" || document.activeElement?.type === "text"',
	)
	await tab.type(spoken)
	await click(tab, 'button', 'Publish captions')
	const isPublished = async () => {
		const { data } = await space.client.from('captions').select('transcript,is_draft').throwOnError()
		return data.some(({ transcript, is_draft }) => transcript === spoken && !is_draft)
	}
	assert.ok(await eventually(isPublished), 'the captions were not published')
	await space.client.from('testimonials').update({ status: 'approved' }).eq('space_id', space.spaceId).throwOnError()
}

const hasCues = `const [track] = document.querySelector(arguments[0]).textTracks
if (!track) return false
track.mode = 'showing'
return track.cues?.[0]?.text === arguments[1]`
const start = 'void document.querySelector(arguments[0]).play()'

async function playOnWall({ tab, url, space }: JourneyContext) {
	await tab.size(...phone)
	await tab.go(`${url}/w/${space.slug}`)
	await tab.run(turnSoundOff)
	await expectNoOverflow(tab, 'the wall')
	await tab.run(start, 'video')
	await waitUntil(tab, plays, 'video')
	await waitUntil(tab, hasCues, 'video', spoken)
	await tab.run(start, 'audio')
	await waitUntil(tab, plays, 'audio')
	await waitUntil(tab, 'return document.querySelector("video").paused')
}

async function playInEmbed({ tab, url, space }: JourneyContext) {
	const [, , height] = heights.masonry
	const host = await openHostSite({
		css: `plaudit-wall { display: block; block-size: ${height}px }`,
		policy: `default-src 'none'; style-src 'self'; script-src ${url}; img-src 'self' ${url}; media-src ${url}; connect-src ${url}`,
		html: `<!doctype html><html lang="en"><head><title>Host</title><link rel="stylesheet" href="/host.css"></head>
<body><plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${url}/embed/${space.wallId}.js"></script></body></html>`,
	})
	try {
		await tab.size(...desk)
		await tab.go(host.url)
		await tab.run(turnSoundOff)
		const shadow = 'document.querySelector("plaudit-wall").shadowRoot'
		await waitUntil(tab, `return Boolean(${shadow}?.querySelector("a.film"))`)
		await tab.run(`${shadow}.querySelector("a.film").click()`)
		await waitUntil(tab, `return ${shadow}.querySelector("video")?.currentTime > 0.3`)
		const tall = 'return document.querySelector("plaudit-wall").offsetHeight'
		assert.equal(await tab.run(tall), height)
	} finally {
		host.close()
	}
}

async function playOnPage({ tab, url, space }: JourneyContext) {
	const { data } = await space.client.from('testimonials').select('id').eq('kind', 'video').single().throwOnError()
	await tab.go(`${url}/p/${data.id}`)
	await tab.run(turnSoundOff)
	await read(tab, spoken)
	await expectNoOverflow(tab, 'the page of the testimonial')
	await tab.run(start, 'video')
	await waitUntil(tab, plays, 'video')
	await waitUntil(tab, hasCues, 'video', spoken)
}

async function chooseInstead(place: JourneyContext) {
	const { tab, folder } = place
	await openRecorder(place, 'video')
	await read(tab, 'The camera is not allowed here')
	await read(tab, 'Click the crossed-out camera or microphone')
	await expectNoOverflow(tab, 'the refusal')
	const { bytes } = await recordingFiles({ seconds: 2 })
	const file = join(folder, 'evening.mp4')
	await writeFile(file, bytes)
	await chooseFile(tab, file)
	await read(tab, there)
	await send(place, 'Dagny Solheim')
}

/** The button opens the system's dialog, which no driver can use; the file is given to its field. */
const chooseFile = (tab: Tab, file: string) => tab.choose('#recording input[type=file]', file)
