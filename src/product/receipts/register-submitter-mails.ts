import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { Postponed } from '#platform/jobs/jobs.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { chooseMailWords, fillOwnWords, type OwnWords } from '#product/customer-mails/own-words.ts'
import { type ProposalMail, proposalMail } from '#product/customer-mails/proposal-mail.ts'
import { type PublishedMail, publishedMail } from '#product/customer-mails/published-mail.ts'
import { type CustomerMailChoices, customerMailChoices } from '#product/customer-mails/queries.ts'
import { type ReceivedMail, receivedMail } from '#product/customer-mails/received-mail.ts'
import type { SubmitterLinks } from '#product/customer-mails/submitter-links.ts'
import { secondsToNextHour } from '#product/http/errors.ts'
import { proposalMailData, publishedMailData, receivedMailData } from '#product/job-queries.ts'
import { unsubscribeTokenOf } from '#product/notifications/unsubscribe-token.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import type { CustomerMail } from '#shared/mail/customer-mails.ts'
import { mailedReceiptUrlOf } from './receipt-url.ts'

/** The database decides by its own clock when an hour begins. */
const maxClockSkewSeconds = 30
const testimonialPayload = z.object({ testimonial_id: z.uuid() })
/** `is_asked`: a member asked for the mail, which is then sent although the space has switched it off. */
const receivedPayload = testimonialPayload.extend({ is_asked: z.boolean().default(false) })
const proposalPayload = z.object({ proposal_id: z.uuid() })
/** `mail_id` is the same at every attempt. */
const publishedPayload = testimonialPayload.extend({ mail_id: z.uuid() })

/** Found by each query; `may_go` is false while the space has used up its mails of this hour. */
type Found = { space: string; email: string; space_name: string; locale: string; may_go: boolean }

/** Registers the mails to submitters: the private link after a submission, the first publication, and a proposal. */
export function registerSubmitterMails(deps: Deps): void {
	const { config, db, jobs, keys, mail } = deps
	const maxMails = config.RATE_LIMITS ? config.SUBMIT_MAILS_PER_SPACE_HOURLY : null

	const choicesOf = async (testimonial: string, kind: CustomerMail, space?: string) => {
		const query = customerMailChoices(testimonial, kind)
		const [choices] = await readQuery<CustomerMailChoices>(db, service, query, space)
		return choices
	}

	/** The words are those of the moment in which the mail is sent, not of that in which it was queued. */
	async function send<Data extends Found>(
		testimonial: string,
		found: Data | undefined,
		choices: CustomerMailChoices | undefined,
		compose: (words: MailTranslation, data: Data, links: SubmitterLinks, own?: OwnWords) => MailContent,
		id: string,
	): Promise<void> {
		if (!found || !choices) return
		// Postponing is acceptable: the submitter has seen the link already.
		if (!found.may_go)
			throw new Postponed('this space sends no more mails in this hour', secondsToNextHour() + maxClockSkewSeconds)
		const site = config.SITE_URL
		// The secrets of links are derived here, so that no queue contains them.
		const unsubscribe = `${site}/unsubscribe/${unsubscribeTokenOf(keys.secret, { kind: 'submitter', testimonial })}`
		const page = await mailedReceiptUrlOf(deps, { space: found.space, id: testimonial }, found.email)
		const links = { site, page, unsubscribe }
		const words = await chooseMailWords(mail.words, choices.locales)
		const values = { name: choices.author_name, space: found.space_name, form: choices.form_title ?? '' }
		const content = compose(words, found, links, fillOwnWords(words, choices.texts[words.language], values))
		const fromName = content.brand?.name
		const about = [found.space, testimonial]
		await mail.deliver(content, { id, to: found.email, fromName, unsubscribe: { url: unsubscribe }, about })
	}

	jobs.handle('receipt_mail', async (payload) => {
		const { testimonial_id: id, is_asked } = receivedPayload.parse(payload)
		const choices = await choicesOf(id, 'received')
		if (!choices?.is_on && !is_asked) return
		const [found] = await runQuery<Found & ReceivedMail>(db, service, receivedMailData(id, maxMails))
		await send(id, found, choices, receivedMail, id)
	})
	jobs.handle('proposal_mail', async (payload) => {
		const { proposal_id: id } = proposalPayload.parse(payload)
		const [found] = await runQuery<Found & ProposalMail>(db, service, proposalMailData(id, maxMails))
		if (found)
			await send(
				found.testimonial,
				found,
				await choicesOf(found.testimonial, 'proposal', found.space),
				proposalMail,
				id,
			)
	})
	jobs.handle('published_mail', async (payload) => {
		const { testimonial_id: id, mail_id } = publishedPayload.parse(payload)
		const [found] = await runQuery<Found & PublishedMail>(db, service, publishedMailData(id, maxMails))
		const choices = await choicesOf(id, 'published', found?.space)
		await send(id, found, choices, (words, data, ...rest) => publishedMail(words, { ...data, id }, ...rest), mail_id)
	})
}
