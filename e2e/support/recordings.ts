import type { CDPSession, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kind } from '#shared/form/public-form.ts'
import { type AddedRecording, type PublishOptions, publishRecording } from '#test/support/product/add-recording.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { recordingFiles } from '#test/support/product/recording-files.ts'
import type { ServerAddress } from '#test/support/server-process.ts'
import { serviceClient } from './service-client.ts'

/** Timeout of an expectation for a recording that is being prepared: that has the lowest priority on a busy machine. */
export const processed = { timeout: 120_000 }

type Made = { name: string; mimeType: string; buffer: Buffer }

/** A video or audio file as a visitor chooses it. `bytes` pads it to a size, as a long one would have. */
export async function makeRecording(kind: 'video' | 'audio', seconds = 2, bytes = 0): Promise<Made> {
	const { bytes: file } = await recordingFiles({ kind, seconds })
	const padding = bytes - file.length
	return {
		name: kind === 'video' ? 'evening.mp4' : 'voice.m4a',
		mimeType: `${kind}/mp4`,
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

/** Adds a recording of 12 seconds that waits in the inbox. No job works on it. */
export async function addPendingRecording(
	server: ServerAddress,
	space: TestSpace,
	options: PublishOptions = {},
): Promise<AddedRecording & { id: string; service: SupabaseClient }> {
	const service = await serviceClient(server)
	const defaults: PublishOptions = { seconds: 12, rating: 5, status: 'pending', author: { name: 'Greta Lindholm' } }
	return { ...(await publishRecording(service, space.spaceId, { ...defaults, ...options })), service }
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

/** A limit ends only by the session that set it. */
const limiters = new WeakMap<Page, CDPSession>()

/** Limits how fast the page may send, in bytes per second; 0 lifts the limit. */
export async function limitUpload(page: Page, bytesPerSecond: number): Promise<void> {
	const client = limiters.get(page) ?? (await page.context().newCDPSession(page))
	limiters.set(page, client)
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
