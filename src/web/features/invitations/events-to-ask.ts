import { randomUuid } from '#shared/random-uuid.ts'
import type { RecipientList } from './recipients/recipient-list.ts'

/** The choice that the list of events gives the composer, as the state of its address. */
type EventsState = { eventsToAsk: RecipientList }

type AskedCustomer = { email: string; name: string | null; company: string | null }

/** Customers of events as a list of the composer, each once. */
export function toEventsState(events: readonly AskedCustomer[]): EventsState {
	const customers = new Map(events.map((event) => [event.email, event]))
	const rows = [...customers.values()].map(({ email, name, company }) => [name ?? '', email, company ?? ''])
	const columns: RecipientList['columns'] = ['name', 'email', 'company']
	return { eventsToAsk: { id: randomUuid(), origin: 'events', header: null, columns, rows } }
}

/** The list that was given; undefined for an address that was opened in another way. */
export function eventsOfState(state: unknown): RecipientList | undefined {
	return typeof state === 'object' && state !== null && 'eventsToAsk' in state
		? (state as EventsState).eventsToAsk
		: undefined
}
