import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { MediaRow } from '#shared/rows.ts'
import { type RecordingFiles, type RecordingShape, recordingFiles } from './recording-files.ts'

export type RecordingOptions = RecordingShape & {
	/** WebVTT by language; drafts by `draft`. */
	captions?: Record<string, string>
	draft?: boolean
	trim?: { start: number; end: number }
	quote?: string
	/** False: as a server without ffmpeg leaves it, without poster, size and waveform. */
	isProcessed?: boolean
	/** Columns of `media` that differ from a ready recording. */
	columns?: Partial<MediaRow>
}

export type AddedRecording = {
	mediaId: string
	/** Paths below `/media/`. */
	path: string
	poster: string | null
	original: string
	files: RecordingFiles
}

/** Typed captions of two cues. */
export const sampleCaptions =
	'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nParking is hopeless.\n\n00:00:02.000 --> 00:00:05.000\nThen the kiln room warms up, and nobody wants to leave.\n'

/**
 * Gives a testimonial a ready recording, as the processing job leaves it: original, shown file and poster in the bucket, and
 * their row. Works over HTTP, so that tests of the app and journeys of the browser use the same.
 * @param service the official client with the service key
 */
export async function addRecording(
	service: SupabaseClient,
	of: { spaceId: string; testimonialId: string },
	options: RecordingOptions = {},
): Promise<AddedRecording> {
	const { kind = 'video', captions = {}, draft = false, trim, quote, isProcessed = true, columns } = options
	const files = await recordingFiles(options)
	const mediaId = randomUUID()
	const stem = `${of.spaceId}/${of.testimonialId}/${mediaId}`
	const extension = kind === 'video' ? 'mp4' : 'm4a'
	const path = `${stem}.${extension}`
	const original = `${stem}-original.${extension}`
	const poster = isProcessed && files.poster ? `${stem}.webp` : null
	// Its types bind what visitors upload; the job writes beside them.
	await okay(service.storage.updateBucket('recordings', { public: false, allowedMimeTypes: null }))
	const put = (name: string, bytes: Buffer, contentType: string) =>
		okay(service.storage.from('recordings').upload(name, bytes, { contentType }))
	await put(original, files.bytes, `${kind}/mp4`)
	await put(path, files.bytes, `${kind}/mp4`)
	if (poster && files.poster) await put(poster, files.poster, 'image/webp')
	const row = {
		id: mediaId,
		space_id: of.spaceId,
		testimonial_id: of.testimonialId,
		kind,
		path,
		original_path: original,
		poster_path: poster,
		mime: `${kind}/mp4`,
		bytes: files.bytes.length,
		width: isProcessed && kind === 'video' ? files.width : null,
		height: isProcessed && kind === 'video' ? files.height : null,
		seconds: files.seconds,
		peaks: isProcessed && kind === 'audio' ? files.peaks : null,
		trim_start: trim?.start ?? null,
		trim_end: trim?.end ?? null,
		progress: 100,
		state: 'ready',
		...columns,
	}
	await service.from('media').insert(row).throwOnError()
	for (const [locale, vtt] of Object.entries(captions))
		await service
			.from('captions')
			.insert({
				space_id: of.spaceId,
				testimonial_id: of.testimonialId,
				media_id: mediaId,
				locale,
				vtt,
				transcript: transcriptOf(vtt),
				source: 'typed',
				is_draft: draft,
			})
			.throwOnError()
	if (quote) await service.from('media').update({ quote }).eq('id', mediaId).throwOnError()
	return { mediaId, path, poster, original, files }
}

/** Stores the poster of a video again, as the job does for another cover. */
export async function storePoster(service: SupabaseClient, { mediaId, poster, files }: AddedRecording): Promise<void> {
	if (!poster || !files.poster) throw new Error('This recording has no poster.')
	const options = { contentType: 'image/webp', upsert: true }
	await okay(service.storage.from('recordings').upload(poster, files.poster, options))
	await service.from('media').update({ poster_path: poster }).eq('id', mediaId).throwOnError()
}

export type PublishOptions = RecordingOptions & {
	body?: string
	rating?: number | null
	author?: { name: string; title?: string; company?: string }
	locale?: string
	status?: 'approved' | 'pending'
	/** Time of the approval; the latest is first on a wall. */
	approvedAt?: string
}

/** Adds a testimonial that is a recording, with its live consent, and publishes it. */
export async function publishRecording(
	service: SupabaseClient,
	spaceId: string,
	options: PublishOptions = {},
): Promise<AddedRecording & { id: string }> {
	const { kind = 'video', body = '', rating = null, author = { name: 'Ines Carvalho' }, locale = 'en' } = options
	const { status = 'approved', approvedAt } = options
	const row = {
		space_id: spaceId,
		kind,
		body,
		rating,
		locale,
		author_name: author.name,
		author_title: author.title ?? null,
		author_company: author.company ?? null,
		source: 'api',
		status,
		...(approvedAt ? { approved_at: approvedAt } : {}),
	}
	const { data } = await service.from('testimonials').insert(row).select('id').single().throwOnError()
	const consent = { space_id: spaceId, testimonial_id: data.id, scope: 'public', wording: 'You may show it.' }
	await service.from('consents').insert(consent).throwOnError()
	return { id: data.id, ...(await addRecording(service, { spaceId, testimonialId: data.id }, options)) }
}

function transcriptOf(vtt: string): string {
	const blocks = vtt.split(/\n\n+/).slice(1)
	return blocks
		.map((block) => block.split('\n').slice(1).join(' ').trim())
		.filter(Boolean)
		.join('\n')
}

async function okay(answer: Promise<{ error: Error | null }>): Promise<void> {
	const { error } = await answer
	if (error) throw error
}
