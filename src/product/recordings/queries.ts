import { type Query, sql } from '#platform/pg/sql.ts'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { MediaProblem } from '#shared/recording/media-problems.ts'
import type { CaptionsRow } from '#shared/rows.ts'
import type { FinishedRecording, RecordingFile } from './recording-files.ts'

/** The longest recording that a form may allow, in seconds; for recordings of a deleted form. */
const maxFormSeconds = 3600

export type OpenedUpload = { outcome: 'opened' | 'not_found' | 'rate_limited' }

type NewUpload = {
	/** The form that it is for; null: the testimonial of a private link. */
	form: string | null
	/** The key of that link (keyOfToken). */
	receipt: Buffer | null
	upload: string
	kind: RecordingKind
	bytes: number
	/** Null: unlimited. */
	budget: { address: Buffer; maxPerHour: number; maxUnsentBytes: number } | null
}

/** Registers an upload. */
export const openUpload = ({ form, receipt, upload, kind, bytes, budget }: NewUpload): Query => sql`
	select private.open_upload(${form}::uuid, ${receipt}::bytea, ${upload}, ${kind}, ${bytes}::bigint, ${budget?.address ?? null}::bytea,
		${budget?.maxPerHour ?? null}::int, ${budget?.maxUnsentBytes ?? null}::bigint) as outcome`

/** An upload; `bytes` are null until it is complete. */
export type NamedUpload = { kind: RecordingKind; is_used: boolean } & (
	| { version: string; bytes: number; mime: string }
	| { version: null; bytes: null; mime: null }
)

/** @param owner id of the form or testimonial that it was made for */
export const uploadToSend = (owner: string, upload: string): Query => sql`
	select kind, is_used, version, bytes::float8 as bytes, mime from private.upload_to_send(${owner}, ${upload})`

/** A recording that waits for its processing. `version` names the `size` bytes of the original. */
export type RecordingToProcess = {
	space_id: string
	testimonial_id: string
	id: string
	kind: RecordingKind
	path: string
	cover: number | null
	max_seconds: number
	version: string
	size: number
}

export const recordingToProcess = (space: string, media: string): Query => sql`
	select m.space_id, m.testimonial_id, m.id, m.kind, m.path, m.cover::float8 as cover,
		coalesce(f.max_seconds, ${maxFormSeconds}::int) as max_seconds, o.version, (o.metadata ->> 'size')::float8 as size
	from public.media m
	join public.testimonials t on t.space_id = m.space_id and t.id = m.testimonial_id
	left join public.forms f on f.id = t.form_id
	join storage.objects o on o.bucket_id = 'recordings' and o.name = m.original_path
	where m.space_id = ${space} and m.id = ${media} and m.state = 'processing'`

/** @returns no row when the recording was deleted or decided in the meantime */
export const setProgress = (space: string, media: string, progress: number): Query => sql`
	update public.media set progress = ${progress}
	where space_id = ${space} and id = ${media} and state = 'processing' returning id`

export const failRecording = (space: string, media: string, problem: MediaProblem): Query => sql`
	update public.media set state = 'failed', problem = ${problem}
	where space_id = ${space} and id = ${media} and state = 'processing'`

/** @returns the version that this one replaces, if any */
export const storeRecordingFile = (file: RecordingFile): Query => sql`
	with earlier as (select version from storage.objects where bucket_id = 'recordings' and name = ${file.path})
	insert into storage.objects (bucket_id, name, version, metadata)
	values ('recordings', ${file.path}, ${file.version}, ${JSON.stringify(file.metadata)}::jsonb)
	on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now()
	returning (select version from earlier) as replaced`

/**
 * @param isTranscribed whether its transcription is queued in the same statement
 * @returns no row when the recording was deleted or decided in the meantime
 */
export const finishRecording = (
	space: string,
	media: string,
	result: FinishedRecording,
	isTranscribed = false,
): Query => sql`
	with finished as (
		update public.media set state = 'ready', progress = 100, problem = null, mime = ${result.mime}, bytes = ${result.bytes}::bigint,
			width = ${result.width}::int, height = ${result.height}::int, seconds = ${result.seconds}::numeric,
			poster_path = ${result.poster}, cover = ${result.cover}::numeric, peaks = ${result.peaks}::smallint[]
		where space_id = ${space} and id = ${media} and state = 'processing' returning space_id, id
	), transcribed as (
		insert into plaudit.jobs (kind, payload)
		select 'transcribe_recording', jsonb_build_object('space_id', space_id, 'media_id', id) from finished
		where ${isTranscribed}::boolean
	)
	select id from finished`

/** A shown video whose poster is to be made; `version` names the `size` bytes of the shown file. */
export type PosterToMake = { path: string; cover: number; version: string; size: number }

export const posterToMake = (space: string, media: string): Query => sql`
	select m.path, m.cover::float8 as cover, o.version, (o.metadata ->> 'size')::float8 as size
	from public.media m
	join storage.objects o on o.bucket_id = 'recordings' and o.name = m.path
	where m.space_id = ${space} and m.id = ${media} and m.kind = 'video' and m.state = 'ready' and m.cover is not null`

/** @returns no row when the recording was deleted or got another cover in the meantime: of two nodes, the slower one must not win */
export const setPoster = (space: string, media: string, path: string, cover: number): Query => sql`
	update public.media set poster_path = ${path}
	where space_id = ${space} and id = ${media} and cover::float8 = ${cover}::float8 returning id`

export const lacksFfmpeg = (): Query => sql`
	select exists (select from public.media where state = 'failed' and problem = 'no_ffmpeg') as any`

/** Processes again what failed for want of ffmpeg. */
export const retryWithFfmpeg = (): Query => sql`
	with again as (
		update public.media set state = 'processing', problem = null, progress = 0
		where state = 'failed' and problem = 'no_ffmpeg' returning space_id, id
	)
	insert into plaudit.jobs (kind, payload)
	select 'process_recording', jsonb_build_object('space_id', space_id, 'media_id', id) from again`

export type CaptionsToStore = {
	recording: string
	locale: string
	/** Null deletes them. */
	vtt: string | null
	transcript: string
	source: CaptionsRow['source']
	isDraft: boolean
}

/** Stores captions as an editor, or deletes them. */
export const storeCaptions = ({ recording, locale, vtt, transcript, source, isDraft }: CaptionsToStore): Query => sql`
	select private.store_captions(${recording}, ${locale}, ${vtt}, ${transcript}, ${source}, ${isDraft}) as is_stored`

/** True when the caller may at least read a recording. */
export const isReadableRecording = (recording: string): Query => sql`
	select exists (select from public.media where id = ${recording} and kind in ('video', 'audio')) as is_readable`

/** A recording that is ready, without captions in the language of its testimonial. */
export type RecordingToTranscribe = { locale: string; seconds: number; version: string; size: number }

export const recordingToTranscribe = (space: string, recording: string): Query => sql`
	select t.locale, coalesce(m.seconds, 0)::float8 as seconds, o.version, (o.metadata ->> 'size')::float8 as size
	from public.media m
	join public.testimonials t on t.space_id = m.space_id and t.id = m.testimonial_id
	join storage.objects o on o.bucket_id = 'recordings' and o.name = m.path
	where m.space_id = ${space} and m.id = ${recording} and m.kind in ('video', 'audio') and m.state = 'ready'
		and not exists (select from public.captions c where c.space_id = m.space_id and c.media_id = m.id and c.locale = t.locale)`

/** Stores a transcription as a draft, unless a member has written captions meanwhile or the recording is gone. */
export const storeTranscription = (
	space: string,
	recording: string,
	locale: string,
	vtt: string,
	transcript: string,
): Query => sql`
	insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source, is_draft)
	select m.space_id, m.testimonial_id, m.id, ${locale}, ${vtt}, ${transcript}, 'transcribed', true
	from public.media m where m.space_id = ${space} and m.id = ${recording}
	on conflict do nothing`
