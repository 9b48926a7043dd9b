import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Deps } from '#platform/deps.ts'
import type { Claims } from '#platform/pg/db.ts'
import { finishRecording, openUpload, storeCaptions, storeRecordingFile } from '#product/recordings/queries.ts'
import { type MadeFile, storeFile } from '#product/recordings/recording-files.ts'
import { unsentName } from '#product/recordings/recording-upload.ts'
import { createRecordingStore } from '#product/recordings/store-recording.ts'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { Cue } from '#shared/recording/cue.ts'
import { transcriptOf, writeCaptions } from '#shared/recording/write-captions.ts'
import { paintPot } from './paint-pot.ts'
import recordings from './recordings.json' with { type: 'json' }
import { chooseQuote } from './seed-queries.ts'

/** A recording of the demo as every browser plays it, so that the seed needs no ffmpeg. `file` is an MP4 or M4A in Base64. */
export type SeedRecording = {
	kind: RecordingKind
	name: string
	about: string
	rating: number
	days: number
	tags: string[]
	seconds: number
	cues: Cue[]
	file: string
	peaks?: number[]
	width?: number
	height?: number
	/** Colours of the painted pot that is its poster. */
	picture?: [glaze: string, clay: string, wall: string]
}

/** Spoken by a program over a painted picture: all invented. */
export const seedRecordings = recordings as SeedRecording[]

const service: Claims = { role: 'service_role' }

/** Puts a recording where a complete upload of a visitor is. @returns the id that the submission names */
export async function uploadRecording({ db, files }: Deps, form: string, recording: SeedRecording): Promise<string> {
	const upload = randomUUID()
	const { kind } = recording
	const bytes = Buffer.from(recording.file, 'base64')
	const stored = await storeFile(files, { file: bytes, path: unsentName(upload), mime: `${kind}/mp4` })
	const opening = openUpload({ form, receipt: null, upload, kind, bytes: bytes.length, budget: null })
	await db.as({ role: 'anon' }, (tx) => tx.final(opening))
	await db.as(service, (tx) => tx.final(storeRecordingFile(stored)))
	return upload
}

/** Finishes a sent recording as its job does, and publishes its captions with a quotation of the first one. */
export async function finishSeedRecording(
	deps: Deps,
	owner: Claims,
	place: { space: string; testimonial: string; upload: string },
	recording: SeedRecording,
): Promise<void> {
	const { space, testimonial, upload } = place
	const { kind, seconds, cues, peaks = null, width = null, height = null, picture } = recording
	const stem = `${space}/${testimonial}/${upload}`
	const mime = `${kind}/mp4`
	const shown = {
		file: Buffer.from(recording.file, 'base64'),
		path: `${stem}.${kind === 'video' ? 'mp4' : 'm4a'}`,
		mime,
	}
	const poster = picture && { file: await paintPoster(picture), path: `${stem}.webp`, mime: 'image/webp' }
	const made: MadeFile[] = poster ? [shown, poster] : [shown]
	const result = {
		mime,
		bytes: shown.file.length,
		width,
		height,
		seconds,
		peaks,
		poster: poster?.path ?? null,
		cover: null,
	}
	await createRecordingStore(deps)(space, made, () => finishRecording(space, upload, result))
	const captions = {
		vtt: writeCaptions(cues),
		transcript: transcriptOf(cues),
		source: 'typed',
		isDraft: false,
	} as const
	await deps.db.as(owner, async (tx) => {
		await tx.query(storeCaptions({ recording: upload, locale: 'en', ...captions }))
		await tx.query(chooseQuote(upload, cues[0]?.text ?? ''))
	})
}

async function paintPoster(colours: readonly [string, string, string]): Promise<Buffer> {
	return sharp(await paintPot(colours))
		.resize(1200, 675)
		.webp({ quality: 80 })
		.toBuffer()
}
