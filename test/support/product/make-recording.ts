import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { postSubmission, type SpaceFixture } from './space-fixture.ts'
import { submissionBody } from './submission-body.ts'
import { uploadRecording, webm } from './upload-recording.ts'

type RecordingOfSpace = Pick<SpaceFixture, 'space_id' | 'form_id' | 'slug' | 'wording'>

/**
 * Sends a recording and marks it as ready; its shown file is the one that was uploaded.
 * @returns ids of the testimonial and of its recording
 */
export async function makeRecording(
	app: Pick<TestApp, 'fetch' | 'url' | 'database'>,
	space: RecordingOfSpace,
	bytes: Uint8Array = webm(1000),
	kind: 'video' | 'audio' = 'video',
): Promise<{ testimonial: string; recording: string }> {
	await asOwner(app.database, `update public.forms set accepts = '{text,video,audio}' where id = $1`, [space.form_id])
	const recording = await uploadRecording(app, space.slug, kind, bytes)
	const sent = await postSubmission(app, submissionBody(space, { kind, body: '', media: [recording] }))
	if (!sent.body.id) throw new Error(`submit was answered ${sent.status}`)
	const ready = `update public.media set state = 'ready', progress = 100, seconds = 42, path = original_path where id = $1`
	await asOwner(app.database, ready, [recording])
	return { testimonial: sent.body.id, recording }
}
