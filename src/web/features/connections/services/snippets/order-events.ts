/** Path of events in, below the address of the server. */
export const eventsInPath = '/functions/v1/events-in'

/** An order that asks its customer at once, as any tool sends it. */
export const orderEvent = (form: string): string =>
	JSON.stringify(
		{
			event: 'order.delivered',
			reference: '1042',
			at: '2026-11-30T12:00:00Z',
			person: { email: 'ana@example.com', name: 'Ana' },
			ask: { form, now: true },
		},
		null,
		2,
	)

/** The same for Shopify Flow, whose filter `json` writes each value with its quotation marks. */
export const shopifyEvent = (form: string): string => `{
  "event": "order.fulfilled",
  "reference": {{ order.name | json }},
  "at": {{ order.createdAt | json }},
  "person": {
    "email": {{ order.email | json }},
    "name": {{ order.customer.firstName | json }}
  },
  "ask": { "form": ${JSON.stringify(form)}, "now": true }
}`
