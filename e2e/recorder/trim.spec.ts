import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import { test, withFakeDevices } from './recorder-fixtures.ts'
import { button, record, usedTake } from './recorder-steps.ts'

test.use({ launchOptions: withFakeDevices })

type Packet = { pts_time: string; flags: string }

/** The bytes of a take that the page has. */
async function readFile(page: Page, id: string): Promise<Buffer> {
	const text = await page.evaluate(async (take) => {
		const bytes = new Uint8Array(await (await window.takes.readTake(take)).arrayBuffer())
		return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
	}, id)
	return Buffer.from(text, 'base64')
}

/** The pictures of a file, as ffprobe reads them. */
async function readPictures(file: Buffer): Promise<Packet[]> {
	const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time,flags', '-of', 'json']
	const probing = promisify(execFile)('ffprobe', ['-v', 'error', ...entries, '-'], { maxBuffer: 10_000_000 })
	probing.child.stdin?.end(file)
	return JSON.parse((await probing).stdout).packets
}

/** The seconds at which a cut without encoding may start. */
const keyFrames = async (file: Buffer) =>
	(await readPictures(file)).filter(({ flags }) => flags.startsWith('K')).map(({ pts_time }) => Number(pts_time))

test('a take is kept, and can be used, where what trims it cannot be loaded', async ({ page, openPage }) => {
	await openPage(page)
	await record(page, 1)
	await button(page, 'Stop recording').click()
	await page.route(/\/assets\/trim-/, (route) => route.abort('internetdisconnected'))
	await button(page, 'Trim and cover').click()
	await expect(page.getByText('It could not be trimmed. Your whole take is kept.').last()).toBeVisible()
	await button(page, 'Use this take').click()
	expect((await usedTake(page)).seconds).toBeGreaterThanOrEqual(1)
})

// The pictures of a trimmed file are read by ffprobe, which no component test can run.
for (const [browser, isExact] of [
	['that encodes', true],
	['without an encoder', false],
] as const)
	test(`a browser ${browser} trims to a file that starts with a key frame at the chosen second`, async ({
		page,
		openPage,
	}) => {
		if (!isExact) await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
		await openPage(page)
		await record(page, 5)
		await button(page, 'Stop recording').click()
		await button(page, 'Trim and cover').click()
		const start = page.getByRole('slider', { name: 'Start' })
		const end = page.getByRole('slider', { name: 'End' })
		await expect(start).toBeEnabled()
		await start.fill('1.3')
		const from = Number(await start.inputValue())
		const [whole] = await page.evaluate(() => window.takes.list())
		const places = isExact ? [1.3] : await keyFrames(await readFile(page, whole?.id ?? ''))
		expect(places.filter((time) => Math.abs(time - from) < 0.06)).toHaveLength(1)
		const to = Number(await end.inputValue())
		await button(page, 'Use this take').click()
		const take = await usedTake(page)
		const pictures = await readPictures(await readFile(page, take.id))
		expect(Number(pictures[0]?.pts_time)).toBeLessThan(0.1)
		expect(pictures[0]?.flags).toMatch(/^K/)
		// A busy machine records few pictures a second; key frames are two seconds apart.
		expect(Math.abs(Number(pictures.at(-1)?.pts_time) - (to - from))).toBeLessThan(1)
	})

/** A browser that knows no option for key frames, as Firefox. */
const withoutKeyFrames = (page: Page) =>
	page.addInitScript(() => {
		window.MediaRecorder = class extends MediaRecorder {
			constructor(stream: MediaStream, options?: MediaRecorderOptions) {
				super(stream, { ...options, videoKeyFrameIntervalDuration: undefined } as MediaRecorderOptions)
			}
		}
	})

test('a part that starts after the last key frame keeps its picture', async ({ page, openPage }) => {
	await withoutKeyFrames(page)
	await openPage(page)
	await record(page, 2)
	await button(page, 'Stop recording').click()
	await button(page, 'Trim and cover').click()
	await expect(page.getByRole('slider', { name: 'Start' })).toBeEnabled()
	const [whole] = await page.evaluate(() => window.takes.list())
	// The time of the first picture may follow the first sound by a few hundredths of a second.
	expect(await keyFrames(await readFile(page, whole?.id ?? ''))).toHaveLength(1)
	await button(page, 'Start: half a second later').click()
	await button(page, 'Use this take').click()
	const pictures = await readPictures(await readFile(page, (await usedTake(page)).id))
	expect(pictures.length).toBeGreaterThan(5)
	expect(pictures[0]?.flags).toMatch(/^K/)
})

test('where the only key frame is the first and nothing can be encoded, the end alone can be moved', async ({
	page,
	openPage,
}) => {
	await withoutKeyFrames(page)
	await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
	await openPage(page)
	await record(page, 2)
	await button(page, 'Stop recording').click()
	await button(page, 'Trim and cover').click()
	await expect(page.getByText('This browser can only leave out the end of this recording.')).toBeVisible()
	await expect(page.getByRole('slider', { name: 'Start' })).toBeDisabled()
	await expect(button(page, 'Start: half a second later')).toBeDisabled()
	const [whole] = await page.evaluate(() => window.takes.list())
	await button(page, 'End: half a second earlier').click()
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	expect(take.seconds).toBeLessThan((whole?.seconds ?? 0) - 0.3)
	expect((await readPictures(await readFile(page, take.id))).length).toBeGreaterThan(5)
})
