import type { Db } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { NotificationChoice } from '#shared/rows.ts'
import { chooseNotifications, readNotificationChoice, readSubmitterMails, stopSubmitterMails } from './queries.ts'
import type { UnsubscribeSubject } from './unsubscribe-token.ts'

/** The present choice of a member or submitter about their mails, with the space and address that the page shows. */
export type MailChoice = {
	of: UnsubscribeSubject['kind']
	space: { name: string; locale: string; brand: Record<string, unknown> }
	email: string
	/** The language of the mails, when it is known. */
	locale: string | null
	way: NotificationChoice
	/** True when a member gets mails about edits and withdrawals. */
	edited: boolean
}

type StoredMember = Pick<MailChoice, 'space' | 'email' | 'locale'> & {
	new_testimonial: NotificationChoice
	edited_or_withdrawn: boolean
}
type StoredSubmitter = Pick<MailChoice, 'space' | 'email' | 'locale'> & { stopped_at: string | null }

const service = { role: 'service_role' } as const

/** The choice of a token's subject; null for a former member, an account without an address, and an erased testimonial. */
export async function loadMailChoice(db: Db, subject: UnsubscribeSubject): Promise<MailChoice | null> {
	if (subject.kind === 'member') {
		const found = await find<StoredMember>(db, readNotificationChoice(subject.space, subject.user), subject.space)
		if (!found?.email) return null
		const { space, email, locale, new_testimonial, edited_or_withdrawn: edited } = found
		return { of: 'member', space, email, locale, way: new_testimonial, edited }
	}
	const found = await find<StoredSubmitter>(db, readSubmitterMails(subject.testimonial))
	if (!found) return null
	const { space, email, locale, stopped_at } = found
	return { of: 'submitter', space, email, locale, way: stopped_at ? 'off' : 'immediate', edited: false }
}

/** Stores a choice; for a submitter, `off` stops the mails and any other one allows them. */
export async function saveMailChoice(
	db: Db,
	subject: UnsubscribeSubject,
	way: NotificationChoice,
	edited: boolean,
): Promise<void> {
	const query =
		subject.kind === 'member'
			? chooseNotifications(subject.space, subject.user, way, edited)
			: stopSubmitterMails(subject.testimonial, way === 'off')
	await db.as(service, (tx) => tx.final(query), { repeatable: true, shardKey: spaceOf(subject) })
}

/** A submitter's link names the testimonial alone. */
const spaceOf = (subject: UnsubscribeSubject) => (subject.kind === 'member' ? subject.space : undefined)

async function find<Found>(db: Db, query: Query, shardKey?: string): Promise<Found | null> {
	const [row] = await db.as(service, (tx) => tx.final<{ found: Found | null }>(query), {
		readOnly: true,
		shardKey,
	})
	return row?.found ?? null
}
