import type { InvitationRow } from '#shared/rows.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import type { InvitationFilter } from './invitation-filter.ts'

/** An invitation with the columns that the list shows. */
export type ListedInvitation = Omit<InvitationRow, 'space_id' | 'form_id' | 'batch_id' | 'expires_at'>
/** One page of the list; `more` says that a further one exists. */
export type InvitationPage = { items: ListedInvitation[]; more: boolean }
/** The last row of a page, after which the next one begins. */
export type InvitationCursor = Pick<InvitationRow, 'created_at' | 'id'>

const columns =
	'id, email, name, company, note, state, failure, created_at, sent_at, reminded_at, opened_at, answered_at, testimonial_id'
const pageSize = 50

/** One page of the filtered list, newest first, after a cursor. Throws the wire's error. */
export async function loadInvitations(
	client: Client,
	spaceId: string,
	{ state, q }: InvitationFilter,
	after: InvitationCursor | null,
	signal: AbortSignal,
): Promise<InvitationPage> {
	let query = client.from('invitations').select(columns).eq('space_id', spaceId)
	if (state !== null) query = query.eq('state', state)
	const wanted = q.trim().replaceAll('*', '')
	if (wanted !== '') {
		const pattern = quoted(`*${wanted.replace(/[%_\\]/g, '\\$&')}*`)
		query = query.or(`name.ilike.${pattern},email.ilike.${pattern},company.ilike.${pattern}`)
	}
	if (after) {
		const at = quoted(after.created_at)
		query = query.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${after.id})`)
	}
	const { data } = await query
		.order('created_at', { ascending: false })
		.order('id', { ascending: false })
		.limit(pageSize + 1)
		.abortSignal(signal)
		.overrideTypes<ListedInvitation[], { merge: false }>()
		.throwOnError()
	return { items: data.slice(0, pageSize), more: data.length > pageSize }
}

/** A value inside a logical filter, in which commas and brackets would end it. */
function quoted(value: string): string {
	return `"${value.replace(/["\\]/g, '\\$&')}"`
}
