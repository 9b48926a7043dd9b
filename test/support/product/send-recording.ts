import { postSubmission } from './space-fixture.ts'
import { submissionBody } from './submission-body.ts'
import { uploadRecording } from './upload-recording.ts'

type Options = { kind?: 'video' | 'audio'; bytes: Uint8Array } & Record<string, unknown>

/** Sends a recording as a visitor of an open form; its words are in `fields`. */
export async function sendRecording(
	app: { fetch: typeof fetch; url: string },
	form: { slug: string; wording: string },
	{ kind = 'video', bytes, ...fields }: Options,
): Promise<{ id: string; receiptUrl: string; token: string }> {
	const upload = await uploadRecording(app, form.slug, kind, bytes)
	const answer = await postSubmission(app, submissionBody(form, { kind, body: '', media: [upload], ...fields }))
	const { id, receipt_url: receiptUrl } = answer.body
	if (!id || !receiptUrl) throw new Error(`submit was answered ${answer.status}`)
	return { id, receiptUrl, token: receiptUrl.split('/').at(-1) ?? '' }
}
