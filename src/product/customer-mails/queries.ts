import { sql } from '#platform/pg/sql.ts'
import type { CustomerMail, CustomerMailChange, CustomerMailWords } from '#shared/mail/customer-mails.ts'

/** The choices of a space about one of its mails; languages best first, its own words by language. */
export type CustomerMailChoices = {
	is_on: boolean
	locales: string[]
	texts: Record<string, CustomerMailWords>
	form_title: string | null
	author_name: string
}

export const customerMailChoices = (testimonial: string, mail: CustomerMail) => sql`
	select is_on, locales, texts, form_title, author_name from private.customer_mail(${testimonial}, ${mail})`

/** Outcomes: saved, changed, forbidden, not_found. A null subject removes the words. */
export const saveCustomerMail = ({
	space_id,
	mail,
	locale,
	subject,
	body,
	version,
}: Omit<CustomerMailChange, keyof CustomerMailWords> & { subject: string | null; body: string | null }) => sql`
	select outcome, version from private.save_customer_mail(${space_id}, ${mail}, ${locale}, ${subject}, ${body}, ${version})`

/** A space of the caller, with its oldest form. */
export const spaceOfMails = (space: string) => sql`
	select s.name, s.brand, (select f.title from public.forms f where f.space_id = s.id order by f.created_at limit 1) as form_title
	from public.spaces s where s.id = ${space}`
