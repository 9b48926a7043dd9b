import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'
import type { SpaceFixture } from './space-fixture.ts'

export type InviteResult = {
	position: number
	email: string | null
	state: 'queued' | null
	reason: string | null
	invitation_id: string | null
}

type InviteOptions = {
	by?: string
	subject?: string
	message?: string
	remindAfterDays?: number | null
	replyToMe?: boolean
}

/** Calls `public.invite_customers` as a member of the space, by default its owner. */
export async function invite(
	db: Db,
	{ form_id, owner }: Pick<SpaceFixture, 'form_id' | 'owner'>,
	recipients: unknown,
	{
		by = owner,
		subject = 'How was it?',
		message = 'Hello {name},',
		remindAfterDays = null,
		replyToMe = false,
	}: InviteOptions = {},
): Promise<InviteResult[]> {
	const list = JSON.stringify(recipients)
	const [row] = await db.as({ role: 'authenticated', sub: by, email: 'member@example.test' }, (tx) =>
		tx.final<{ results: InviteResult[] }>(
			sql`select public.invite_customers(${form_id}, ${list}::jsonb, ${subject}, ${message}, ${remindAfterDays}, ${replyToMe}) as results`,
		),
	)
	return row?.results ?? []
}
