import { expect, test } from 'vitest'
import { issueTicket, readTicket } from './waiting-ticket.ts'

test('a ticket is bound to its form, unaltered, and ends after an hour', () => {
	const secret = Buffer.alloc(32, 1)
	const now = Date.now()
	const ticket = issueTicket(secret, 'form', 2, 30, now)
	expect(readTicket(secret, 'form', ticket, now)).toMatchObject({ level: 2 })
	expect(readTicket(secret, 'other', ticket, now)).toBeNull()
	expect(readTicket(secret, 'form', ticket.replace('.2.', '.4.'), now)).toBeNull()
	expect(readTicket(secret, 'form', ticket, now + 3_700_000)).toBeNull()
	expect(readTicket(secret, 'form', 'wait.', now)).toBeNull()
})
