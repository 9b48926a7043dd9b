import { sql } from '#platform/pg/sql.ts'

/** Data of the mail with the private link. @param maxPerHour mails of one space; null: unlimited */
export const receivedMailData = (testimonial: string, maxPerHour: number | null) => sql`
	select t.space_id as space, m.email, m.space_name, m.color, m.locale, t.kind, m.author_name, t.title, m.body, m.may_go
	from private.received_mail(${testimonial}, ${maxPerHour}) m join public.testimonials t on t.id = ${testimonial}`

/** Data of the mail about the first publication. @param maxPerHour as above */
export const publishedMailData = (testimonial: string, maxPerHour: number | null) => sql`
	select t.space_id as space, m.email, m.space_name, m.color, m.locale, t.kind,
		case when t.shows_title then t.title end as title, m.body, m.is_part, m.scope, m.wall, m.published_at, m.may_go
	from private.published_mail(${testimonial}, ${maxPerHour}) m join public.testimonials t on t.id = ${testimonial}`

/** Data of the mail about a proposal. @param maxPerHour as above */
export const proposalMailData = (proposal: string, maxPerHour: number | null) => sql`
	select t.space_id as space, m.testimonial, m.email, m.space_name, m.color, m.locale, m.kind, m.body, m.note, m.may_go
	from private.proposal_mail(${proposal}, ${maxPerHour}) m join public.testimonials t on t.id = m.testimonial`

export const forgetOld = () => sql`select private.forget_old()`

/** Those of some stored files that no row names. */
export const unusedVersions = (versions: readonly string[]) => sql`
	select v.version from unnest(${versions}::text[]) v (version)
	where not exists (select from storage.objects o where o.version = v.version)`
