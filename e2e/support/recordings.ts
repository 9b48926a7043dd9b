import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Kind } from '#shared/public-form.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const run = promisify(execFile)

type Made = { name: string; mimeType: string; buffer: Buffer }

/** A real video or audio file. `bytes` pads it to a size, as a long one would have. */
export async function makeRecording(kind: 'video' | 'audio', seconds = 2, bytes = 0): Promise<Made> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-recording-'))
	const name = kind === 'video' ? 'evening.mp4' : 'voice.m4a'
	const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=12:duration=${seconds}`]
	const sound = ['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`]
	const inputs = kind === 'video' ? [...picture, ...sound] : sound
	const video = kind === 'video' ? ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast'] : []
	await run('ffmpeg', [
		'-v',
		'error',
		...inputs,
		...video,
		'-c:a',
		'aac',
		'-movflags',
		'+faststart',
		join(folder, name),
	])
	const file = await readFile(join(folder, name))
	await rm(folder, { recursive: true })
	const padding = bytes - file.length
	return {
		name,
		mimeType: kind === 'video' ? 'video/mp4' : 'audio/mp4',
		buffer: padding > 8 ? Buffer.concat([file, freeBox(padding)]) : file,
	}
}

/** A part of an MP4 file that players skip. */
function freeBox(bytes: number): Buffer {
	const box = Buffer.alloc(bytes)
	box.writeUInt32BE(bytes, 0)
	box.write('free', 4)
	return box
}

/** Lets the space's form take these kinds. */
export async function acceptKinds(
	space: TestSpace,
	accepts: Kind[],
	more: Record<string, unknown> = {},
): Promise<void> {
	await space.client
		.from('forms')
		.update({ accepts, ...more })
		.eq('id', space.formId)
		.throwOnError()
}

/** Limits how fast the page may send, in bytes per second; 0 lifts the limit. */
export async function limitUpload(page: Page, bytesPerSecond: number): Promise<void> {
	const client = await page.context().newCDPSession(page)
	await client.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 0,
		downloadThroughput: -1,
		uploadThroughput: bytesPerSecond || -1,
	})
}

/** Opens the form and chooses a file as its recording. */
export async function chooseRecording(page: Page, address: string, kind: 'Video' | 'Audio', file: Made): Promise<void> {
	await page.goto(address, { waitUntil: 'networkidle' })
	await page.getByRole('radio', { name: kind }).check()
	await page.locator('#recording input[type=file]').first().setInputFiles(file)
}
