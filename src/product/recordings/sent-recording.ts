import { buffer } from 'node:stream/consumers'
import type { Deps } from '#platform/deps.ts'
import type { FileStore } from '#platform/media/files/file-store.ts'
import { type Container, containerHeadLength, sniffContainer } from '#platform/media/recordings/sniff-container.ts'
import { anon, readQuery } from '#product/run-query.ts'
import type { Kind, RecordingKind } from '#shared/form/public-form.ts'
import { uploadRefused } from './errors.ts'
import type { NamedRecording } from './parse-recording.ts'
import { type NamedUpload, uploadToSend } from './queries.ts'

/** The recording of a submission. The members are read by SQL (private.attach_recording), as JSON. */
export type SentRecording = {
	/** The id of the upload, and then of the media row. */
	id: string
	kind: RecordingKind
	extension: string
	mime: string
	bytes: number
	cover: number | null
}

/**
 * @returns a function that looks up the upload that a submission names. It was made for the form or testimonial `owner`.
 * @throws AppError 422 from that function, when the upload is not complete, foreign, expired, used, or no recording of this kind
 */
export function createRecordingFinder({ db, files }: Pick<Deps, 'db' | 'files'>) {
	return async (
		owner: string,
		wanted: Kind,
		{ upload, cover }: NamedRecording,
		space?: string,
	): Promise<SentRecording> => {
		const query = uploadToSend(owner, upload)
		const [found] = await readQuery<NamedUpload>(db, anon, query, space)
		if (!found) throw uploadRefused('upload_missing')
		if (found.is_used) throw uploadRefused('upload_used')
		if (found.kind !== wanted) throw uploadRefused('wrong_recording')
		if (!found.bytes) throw uploadRefused('upload_incomplete')
		const { kind, bytes, mime, version } = found
		const container = sniffContainer(await readHead(files, version))
		if (!container) throw uploadRefused('wrong_recording')
		return { id: upload, kind, extension: extensionOf(container, kind, mime), mime, bytes, cover }
	}
}

async function readHead(files: FileStore, version: string): Promise<Buffer> {
	const stream = await files.read(version, { from: 0, to: containerHeadLength - 1 })
	if (!stream) throw uploadRefused('upload_missing')
	return buffer(stream)
}

/** For the name of the original: that of its content, as the declared type may be anything. */
function extensionOf(container: Container, kind: RecordingKind, mime: string): string {
	if (container === 'mov') return mime.includes('quicktime') ? 'mov' : kind === 'video' ? 'mp4' : 'm4a'
	return container === 'matroska' ? 'webm' : container
}
