import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { formNotFound } from '#product/forms/errors.ts'
import type { FormCache } from '#product/forms/form-cache.ts'
import { invalid, rateLimited, receiptNotFound } from '#product/http/errors.ts'
import { type JsonObject, readJsonObject, tooLarge } from '#product/http/json-body.ts'
import { createPseudonym } from '#product/http/pseudonym.ts'
import { keyOfToken, spaceOfToken } from '#product/spaces/space-token.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { noProblems } from '#product/testimonials/parse-fields.ts'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { UploadAnswer } from '#shared/form/submission-api.ts'
import { type OpenedUpload, openUpload } from './queries.ts'
import { maxUnsentFiles, recordingsBucket, unsentName, uploadSeconds } from './recording-upload.ts'

const MiB = 1024 * 1024

/** Signs the token of a resumable upload (platform/storage/resumable/upload-links.ts). */
export type SignUploadLink = (
	target: { bucket: string; name: string; owner: string; bytes: number },
	seconds: number,
) => string

/**
 * POST /functions/v1/upload: allows the upload of one recording without an account, for an open form or, with the header Receipt-Token, to
 * replace that of a testimonial. 201 with the address and token of the upload; its id is what `submit` and `receipt` name in `media`.
 */
export function postUpload(deps: Deps, forms: FormCache, signUploadLink: SignUploadLink): Handler {
	const { config, db, keys } = deps
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const pseudonym = createPseudonym(keys)
	const maxBytes = { video: config.MAX_VIDEO_MB * MiB, audio: config.MAX_AUDIO_MB * MiB }

	const budgetOf = (ip: string) =>
		config.RATE_LIMITS
			? {
					address: pseudonym(`upload\n${clientNetwork(ip)}`),
					maxPerHour: config.UPLOADS_PER_ADDRESS_HOURLY,
					maxUnsentBytes: maxUnsentFiles * maxBytes.video,
				}
			: null

	async function openForm(slug: unknown, kind: RecordingKind): Promise<{ id: string; space: { id: string } }> {
		const form = await forms.find(slug)
		const isOffered = form.accepts.includes(kind) || form.former_accepts.includes(kind)
		if (!form.is_open || !isOffered) throw formNotFound()
		return form
	}

	return async (x) => {
		await requireDiskSpace()
		const body = await readJsonObject(x)
		const { kind, bytes } = parseUpload(body)
		const token = x.header('receipt-token')
		const form = token === undefined ? await openForm(body.form, kind) : null
		if (bytes > maxBytes[kind]) throw tooLarge(maxBytes[kind], { bytes: sizeMessage(maxBytes[kind]) })
		const id = randomUUID()
		const receipt = token === undefined ? null : keyOfToken(token)
		if (!form && !receipt) throw receiptNotFound()
		const query = openUpload({ form: form?.id ?? null, receipt, upload: id, kind, bytes, budget: budgetOf(x.ip) })
		const [row] = await db.as({ role: 'anon' }, (tx) => tx.final<OpenedUpload>(query), {
			shardKey: form?.space.id ?? spaceOfToken(token ?? ''),
		})
		if (row?.outcome === 'rate_limited') throw rateLimited()
		if (row?.outcome !== 'opened') throw form ? formNotFound() : receiptNotFound()
		const name = unsentName(id)
		const answer: UploadAnswer = {
			id,
			token: signUploadLink({ bucket: recordingsBucket, name, owner: id, bytes }, uploadSeconds),
			url: `${config.SITE_URL}/storage/v1/upload/resumable`,
			bucket: recordingsBucket,
			name,
			expires_at: new Date(Date.now() + uploadSeconds * 1000).toISOString(),
		}
		return json(answer, 201, { 'cache-control': 'no-store' })
	}
}

function parseUpload({ kind, bytes, type }: JsonObject): { kind: RecordingKind; bytes: number } {
	const problems = noProblems()
	if (kind !== 'video' && kind !== 'audio') problems.kind = 'An upload is a video or audio.'
	if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1)
		problems.bytes = 'Name the size of the file in bytes.'
	// Browsers name the container alone; an audio track in a WebM may be called either.
	if (type !== undefined && !(typeof type === 'string' && /^(video|audio)\//.test(type)))
		problems.type = 'Choose a video or audio file.'
	if (Object.keys(problems).length > 0) throw invalid(problems)
	return { kind: kind as RecordingKind, bytes: bytes as number }
}

function sizeMessage(bytes: number): string {
	return `Choose a file of at most ${Math.floor(bytes / MiB)} MB.`
}
