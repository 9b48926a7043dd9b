import { buffer } from 'node:stream/consumers'
import type { Deps } from '#platform/deps.ts'
import type { FileStore } from '#platform/media/files/file-store.ts'
import { type Container, containerHeadLength, sniffContainer } from '#platform/media/recordings/sniff-container.ts'
import { invalid } from '#product/http/errors.ts'
import type { RecordingKind } from '#shared/public-form.ts'
import { uploadMissing } from './errors.ts'
import type { NamedRecording } from './parse-recording.ts'
import { type CompleteUpload, uploadToSend } from './queries.ts'

/** The recording of a submission. The members are read by SQL (private.attach_recording), as JSON. */
export type SentRecording = {
	/** Of the upload, and then of the media row. */
	id: string
	kind: RecordingKind
	extension: string
	mime: string
	bytes: number
	cover: number | null
}

/**
 * @returns a function that looks up the upload that a submission names. It was made for the form or testimonial `owner`.
 * @throws AppError 422 with `media` from that function, when the upload is not complete, foreign, expired, used, or no recording
 */
export function createRecordingFinder({ db, files }: Pick<Deps, 'db' | 'files'>) {
	return async (owner: string, { upload, cover }: NamedRecording): Promise<SentRecording> => {
		const query = uploadToSend(owner, upload)
		const [found] = await db.as({ role: 'anon' }, (tx) => tx.final<CompleteUpload>(query), { readOnly: true })
		if (!found?.bytes) throw uploadMissing()
		const { kind, bytes, mime, version } = found
		const container = sniffContainer(await readHead(files, version))
		if (!container) throw invalid({ media: 'This file is neither a video nor an audio recording. Choose another one.' })
		return { id: upload, kind, extension: extensionOf(container, kind, mime), mime, bytes, cover }
	}
}

async function readHead(files: FileStore, version: string): Promise<Buffer> {
	const stream = await files.read(version, { from: 0, to: containerHeadLength - 1 })
	if (!stream) throw uploadMissing()
	return buffer(stream)
}

/** For the name of the original: that of its content, as the declared type may be anything. */
function extensionOf(container: Container, kind: RecordingKind, mime: string): string {
	if (container === 'mov') return mime.includes('quicktime') ? 'mov' : kind === 'video' ? 'mp4' : 'm4a'
	return container === 'matroska' ? 'webm' : container
}
