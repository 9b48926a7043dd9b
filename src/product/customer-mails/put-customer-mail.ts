import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import {
	type CustomerMailWords,
	customerMailLimits,
	customerMails,
	mailTextProblems,
	normalizeMailWords,
	sayMailTextProblem,
} from '#shared/mail/customer-mails.ts'
import { saveCustomerMail } from './queries.ts'

const locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
export const mailTarget = z.object({ space_id: z.uuid(), mail: z.enum(customerMails), locale })
const removal = mailTarget.extend({ version: z.uuid().nullable() })
const change = removal.extend({ subject: z.string(), body: z.string() })

/**
 * PUT /functions/v1/customer-mail `{space_id, mail, locale, subject, body, version}`: a space's own words of a mail to submitters. 200 with the
 * stored words and their version; 409 when another person changed them since `version` was read.
 */
export function putCustomerMail(deps: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { subject, body: text, ...target } = parseFields(change, body)
		const words = checkWords({ subject, body: text })
		await requireLanguage(deps, target.locale)
		const version = await save(deps, x, { ...target, ...words })
		return json({ ...words, version }, 200, { 'cache-control': 'no-store' })
	}
}

/** DELETE /functions/v1/customer-mail `{space_id, mail, locale, version}`: goes back to Plaudit's words. 204, also when there were no others. */
export function deleteCustomerMail(deps: Deps): Handler<JsonObject> {
	return async (x, body) => {
		await save(deps, x, { ...parseFields(removal, body), subject: null, body: null })
		return empty(204)
	}
}

/** @throws AppError 422 naming each field */
export function parseFields<Fields extends z.ZodType>(fields: Fields, body: JsonObject): z.output<Fields> {
	const { data, error } = fields.safeParse(body)
	if (error) throw invalid(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])))
	return data
}

/** @throws AppError 422 that says what is wrong with the subject or the body */
export function checkWords(typed: CustomerMailWords): CustomerMailWords {
	const words = normalizeMailWords(typed)
	const problems = Object.entries(mailTextProblems(words)).map(([field, problem]) => [
		field,
		sayMailTextProblem(problem, customerMailLimits[field as keyof CustomerMailWords]),
	])
	if (problems.length > 0) throw invalid(Object.fromEntries(problems))
	return words
}

/** @throws AppError 422 for a language in which the locked parts of the mails are not known */
export async function requireLanguage({ mail }: Pick<Deps, 'mail'>, language: string) {
	const words = await mail.words(language)
	if (words.language !== language)
		throw invalid({ locale: 'Mails are not written in this language. Name one such as en or de, without a region.' })
	return words
}

async function save(deps: Deps, x: Exchange, mail: Parameters<typeof saveCustomerMail>[0]): Promise<string | null> {
	const { claims } = await deps.identify(x)
	type Saved = { outcome: 'saved' | 'changed' | 'forbidden' | 'not_found'; version: string | null }
	const [saved] = await deps.db.as(claims, (tx) => tx.final<Saved>(saveCustomerMail(mail)), { shardKey: mail.space_id })
	switch (saved?.outcome) {
		case 'saved':
			return saved.version
		case 'changed':
			throw new AppError(409, 'conflict', 'Somebody else changed this mail meanwhile. What you typed is not saved.')
		case 'forbidden':
			throw new AppError(403, 'forbidden', 'Only editors and owners of a space may change its mails.')
		default:
			throw new AppError(404, 'not_found', 'There is no such space, or you are not one of its members.')
	}
}
