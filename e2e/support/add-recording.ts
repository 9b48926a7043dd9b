import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { MediaRow } from '#shared/rows.ts'
import { officialClient } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'

const run = promisify(execFile)

/** Seconds of the recordings that are made here. */
const recordingSeconds = 12

const made = new Map<string, Promise<Buffer>>()

/** A real MP4 or M4A, or a frame of the video as WebP. Made once. */
function sampleFile(name: 'film.mp4' | 'sound.m4a' | 'poster.webp'): Promise<Buffer> {
	const known = made.get(name) ?? makeFile(name)
	made.set(name, known)
	return known
}

async function makeFile(name: string): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-sample-'))
	const film = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${recordingSeconds}`]
	const sound = ['-f', 'lavfi', '-i', `sine=f=330:d=${recordingSeconds}`]
	const aac = ['-c:a', 'aac', '-b:a', '24k', '-movflags', '+faststart']
	const args = {
		mp4: [
			...film,
			...sound,
			'-c:v',
			'libx264',
			'-preset',
			'veryfast',
			'-crf',
			'34',
			'-g',
			'25',
			'-pix_fmt',
			'yuv420p',
			...aac,
		],
		m4a: [...sound, ...aac],
		webp: [...film, '-frames:v', '1'],
	}[name.split('.').at(-1) as 'mp4' | 'm4a' | 'webp']
	const file = join(folder, name)
	await run('ffmpeg', ['-v', 'error', '-nostdin', ...args, file])
	const bytes = await readFile(file)
	await rm(folder, { recursive: true })
	return bytes
}

/** The official client with the service key of a server. */
export async function serviceClient(server: Server): Promise<SupabaseClient> {
	const { serviceRoleKey } = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8'))
	return officialClient(server.url, serviceRoleKey)
}

export type AddedRecording = { testimonial: string; recording: string; service: SupabaseClient }

/**
 * Adds a testimonial with a recording as its processing leaves it. No job works on it.
 * @param changes columns of `media`, such as another state
 */
export async function addRecording(
	server: Server,
	space: TestSpace,
	{
		kind = 'video',
		name = 'Greta Lindholm',
		body = '',
		...changes
	}: Partial<MediaRow> & {
		kind?: 'video' | 'audio'
		name?: string
		body?: string
	} = {},
): Promise<AddedRecording> {
	const service = await serviceClient(server)
	const id = randomUUID()
	const recording = randomUUID()
	const folder = `${space.spaceId}/${id}`
	const isVideo = kind === 'video'
	const path = `${folder}/${recording}.${isVideo ? 'mp4' : 'm4a'}`
	const original = `${folder}/${recording}-original.${isVideo ? 'mp4' : 'm4a'}`
	const bytes = await sampleFile(isVideo ? 'film.mp4' : 'sound.m4a')
	const files: [string, Buffer, string][] = [
		[path, bytes, `${kind}/mp4`],
		[original, bytes, `${kind}/mp4`],
	]
	for (const [at, content, contentType] of files) {
		const { error } = await service.storage.from('recordings').upload(at, content, { contentType })
		if (error) throw error
	}
	const said = { id, space_id: space.spaceId, form_id: space.formId, kind, body, rating: 5, author_name: name }
	await service
		.from('testimonials')
		.insert({ ...said, locale: 'en', source: 'form' })
		.throwOnError()
	const consent = { space_id: space.spaceId, testimonial_id: id, scope: 'public', wording: space.wording, locale: 'en' }
	await service.from('consents').insert(consent).throwOnError()
	const row = {
		id: recording,
		space_id: space.spaceId,
		testimonial_id: id,
		kind,
		path,
		original_path: original,
		mime: `${kind}/mp4`,
		bytes: bytes.length,
		width: isVideo ? 640 : null,
		height: isVideo ? 360 : null,
		seconds: recordingSeconds,
		peaks: isVideo ? null : Array.from({ length: 100 }, (_, at) => Math.round(50 + 45 * Math.sin(at / 3))),
		state: 'ready',
		progress: 100,
		...changes,
	}
	await service.from('media').insert(row).throwOnError()
	return { testimonial: id, recording, service }
}

/** Stores the poster of a video, as its job does. */
export async function storePoster(
	space: TestSpace,
	{ testimonial, recording, service }: AddedRecording,
): Promise<void> {
	const path = `${space.spaceId}/${testimonial}/${recording}.webp`
	const options = { contentType: 'image/webp', upsert: true }
	// Uploads of members and visitors are recordings alone; the job stores its pictures without the wire.
	const types = { public: false, allowedMimeTypes: ['video/*', 'audio/*', 'image/webp'] }
	const opened = await service.storage.updateBucket('recordings', types)
	if (opened.error) throw opened.error
	const { error } = await service.storage.from('recordings').upload(path, await sampleFile('poster.webp'), options)
	if (error) throw error
	await service.from('media').update({ poster_path: path }).eq('id', recording).throwOnError()
}
