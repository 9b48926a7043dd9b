import { type Query, sql } from '#platform/pg/sql.ts'
import type { SuggestedInvitation } from '#shared/mail/suggested-invitation.ts'
import type { CustomerEvent } from './parse-event.ts'

/** The event as it is stored, or left out. */
export type TakenEvent = { id: string; state: 'waiting' | 'asked' | 'answered' | 'left_out'; reason: string | null }

/** Stores an event, and invites its customer at once where `ask` is given. */
export const takeCustomerEvent = (
	space: string,
	event: CustomerEvent,
	ask: (SuggestedInvitation & { form: string }) | null,
): Query => sql`
	select private.take_customer_event(${space}, ${JSON.stringify(event)}, ${ask && JSON.stringify(ask)}) as taken`

/** Stores events one after another in one transaction, and answers in their order. */
export const takeCustomerEvents = (space: string, events: readonly CustomerEvent[]): Query => sql`
	select private.take_customer_event(${space}, e.event) as taken
	from jsonb_array_elements(${JSON.stringify(events)}) with ordinality e (event, place) order by e.place`

/** A form that invitations lead to. */
export type FormToAsk = { id: string; locale: string; is_open: boolean }

/** A form of the space by id or slug; null for one of another space. */
export const formToAsk = (space: string, form: string): Query =>
	sql`select private.form_to_ask(${space}, ${form}) as form`

/** True when the caller may send events to a space: `may_send`. */
export const maySendEvents = (space: string): Query => sql`
	select ${space}::uuid = any (private.spaces_for('editor', 'invitations:write')) as may_send`

/** Counts the waiting events of a space up to a number. */
export const countWaiting = (space: string, most: number): Query => sql`
	select count(*)::int as waiting from (
		select from public.customer_events e where e.space_id = ${space} and e.state = 'waiting' limit ${most}) e`
