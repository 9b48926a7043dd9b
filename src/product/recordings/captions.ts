import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Claims } from '#platform/pg/db.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { noProblems } from '#product/testimonials/parse-fields.ts'
import { captionLimits } from '#shared/parser-limits.ts'
import { type CaptionProblem, parseCaptions } from '#shared/recording/parse-captions.ts'
import { transcriptOf, writeCaptions } from '#shared/recording/write-captions.ts'
import type { CaptionsRow } from '#shared/rows.ts'
import { type CaptionsToStore, isReadableRecording, storeCaptions } from './queries.ts'

/** Bytes of a request: the largest file, escaped as JSON. */
export const captionRequestBytes = 4 * captionLimits.bytes

/** Bytes of the normalized file; public.captions refuses more. */
const maxStoredBytes = 1_000_000

const uuid = z.uuid()
const localePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/
const sources: readonly CaptionsRow['source'][] = ['typed', 'uploaded', 'transcribed']

const problemTexts: Record<CaptionProblem, string> = {
	too_large: `The captions are larger than ${captionLimits.bytes / 1000} KB.`,
	no_cues: 'There is no caption in it. A caption is a line of times, such as 00:01.000 --> 00:03.500, and its words.',
	too_many_cues: `These are more than ${captionLimits.cues} captions.`,
	bad_time: 'This is not a time. Write it like 00:01.000 --> 00:03.500.',
	end_before_start: 'This caption ends before it starts.',
	not_ascending: 'This caption starts before the one above it.',
}

/**
 * PUT /functions/v1/captions `{media_id, locale, vtt, is_draft?, source?}`: stores the captions of a recording in one language, as WebVTT
 * without markup. 200 with what is stored.
 */
export function putCaptions(deps: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const captions = parseBody(body)
		await store(deps, (await deps.identify(x)).claims, captions)
		const { locale, vtt, transcript, source, isDraft } = captions
		return json({ locale, vtt, transcript, source, is_draft: isDraft })
	}
}

/** DELETE /functions/v1/captions `{media_id, locale}`: 204, also when there were none. */
export function deleteCaptions(deps: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const problems = noProblems()
		const target = parseTarget(body, problems)
		if (Object.keys(problems).length > 0) throw invalid(problems)
		await store(deps, (await deps.identify(x)).claims, {
			...target,
			vtt: null,
			transcript: '',
			source: 'typed',
			isDraft: false,
		})
		return empty(204)
	}
}

async function store({ db }: Deps, claims: Claims, captions: CaptionsToStore): Promise<void> {
	const [row] = await db.as(claims, (tx) => tx.final<{ is_stored: boolean }>(storeCaptions(captions)))
	if (row?.is_stored) return
	const query = isReadableRecording(captions.recording)
	const [seen] = await db.as(claims, (tx) => tx.final<{ is_readable: boolean }>(query), { readOnly: true })
	if (seen?.is_readable)
		throw new AppError(403, 'forbidden', 'Only editors and owners of a space may change its captions.')
	throw new AppError(404, 'not_found', 'There is no such recording.')
}

type Target = { recording: string; locale: string }

function parseTarget({ media_id, locale }: JsonObject, problems: Record<string, string>): Target {
	const { data: recording } = uuid.safeParse(media_id)
	if (!recording) problems.media_id = 'This is not the id of a recording.'
	const isLocale = typeof locale === 'string' && localePattern.test(locale)
	if (!isLocale) problems.locale = 'Name a language, such as en or pt-BR.'
	return { recording: recording ?? '', locale: isLocale ? locale : '' }
}

function parseBody(body: JsonObject): CaptionsToStore & { vtt: string } {
	const { vtt, is_draft: isDraft = false, source = 'typed' } = body
	const problems = noProblems()
	const target = parseTarget(body, problems)
	if (typeof isDraft !== 'boolean') problems.is_draft = 'Say true or false.'
	if (!sources.some((known) => known === source)) problems.source = `Say one of ${sources.join(', ')}.`
	const read = parseVtt(vtt)
	if ('problem' in read) problems.vtt = read.problem
	if (Object.keys(problems).length > 0 || 'problem' in read) throw invalid(problems)
	return { ...target, ...read, source: source as CaptionsRow['source'], isDraft: isDraft as boolean }
}

function parseVtt(vtt: unknown): { vtt: string; transcript: string } | { problem: string } {
	if (typeof vtt !== 'string') return { problem: 'Send the captions as WebVTT.' }
	const read = parseCaptions(vtt)
	if ('problem' in read) {
		const isOfALine = read.problem !== 'too_large' && read.problem !== 'no_cues'
		return { problem: `${isOfALine ? `Line ${read.line}: ` : ''}${problemTexts[read.problem]}` }
	}
	const written = writeCaptions(read.cues)
	if (Buffer.byteLength(written) > maxStoredBytes) return { problem: problemTexts.too_large }
	return { vtt: written, transcript: transcriptOf(read.cues) }
}
