import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { renderHtml } from '#platform/mail/templates/render-html.ts'
import { renderText } from '#platform/mail/templates/render-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { productMail } from '#product/mails/product-mails.ts'
import { toBrand } from '#product/spaces/brand.ts'
import type { CustomerMail, CustomerMailPreview, CustomerMailWords } from '#shared/mail/customer-mails.ts'
import type { StoredBrand } from '#shared/rows.ts'
import { fillOwnWords, type OwnWords } from './own-words.ts'
import { proposalMail } from './proposal-mail.ts'
import { publishedMail } from './published-mail.ts'
import { checkWords, mailTarget, parseFields, requireLanguage } from './put-customer-mail.ts'
import { spaceOfMails } from './queries.ts'
import { receivedMail } from './received-mail.ts'

const request = mailTarget.extend({ subject: z.string().optional(), body: z.string().optional() })
type Space = { name: string; brand: StoredBrand; form_title: string | null }

/** POST /functions/v1/customer-mail-preview: a mail as it would be sent, with a sample of a testimonial, for members. Nothing is sent. */
export function postCustomerMailPreview(deps: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await deps.identify(x)
		const { space_id, mail, locale, subject, body: text } = parseFields(request, body)
		const [space] = await deps.db.as(claims, (tx) => tx.final<Space>(spaceOfMails(space_id)), {
			readOnly: true,
			shardKey: space_id,
		})
		if (!space) throw new AppError(404, 'not_found', 'There is no such space, or you are not one of its members.')
		const words = await requireLanguage(deps, locale)
		const own = subject === undefined || text === undefined ? undefined : checkWords({ subject, body: text })
		const sample = productMail(words, 'alert')
		const values = { name: sample.test_name, space: space.name, form: space.form_title ?? '' }
		const content = composeSample(words, mail, space, deps.config.SITE_URL, fillOwnWords(words, own, values))
		const answer: CustomerMailPreview = {
			subject: content.subject,
			html: renderHtml(content),
			text: renderText(content),
			words: defaultMailWords(words, mail),
		}
		return json(answer, 200, { 'cache-control': 'no-store' })
	}
}

function composeSample(
	words: MailTranslation,
	mail: CustomerMail,
	space: Space,
	site: string,
	own: OwnWords | undefined,
): MailContent {
	const { test_words, test_name } = productMail(words, 'alert')
	const links = { site, page: `${site}/t/…`, unsubscribe: `${site}/unsubscribe/…` }
	const data = {
		space_name: space.name,
		color: toBrand(space.brand).color,
		locale: words.language,
		kind: 'text' as const,
		title: null,
		body: test_words,
		author_name: test_name,
	}
	if (mail === 'received') return receivedMail(words, data, links, own)
	if (mail === 'proposal') return proposalMail(words, { ...data, testimonial: '', note: '' }, links, own)
	const published = { id: '…', is_part: false, scope: 'public' as const, wall: null, published_at: new Date() }
	return publishedMail(words, { ...data, ...published }, links, own)
}

/** Plaudit's words of a mail, as the beginning of a space's own. */
function defaultMailWords(words: MailTranslation, mail: CustomerMail): CustomerMailWords {
	if (mail === 'received') {
		const { subject, heading, intro } = productMail(words, 'private_link')
		return { subject, body: `${heading}\n\n${intro}\n\n{link}` }
	}
	const { subject, heading } = productMail(words, mail)
	return { subject, body: `${heading === subject ? productMail(words, 'proposal').preview : heading}\n\n{link}` }
}
