import { expect, it } from 'vitest'
import { checkRecipients, countStates, type KnownAddresses } from './check-recipients.ts'
import { changeAddress, type RecipientList, recipientsOf, removeRow } from './recipient-list.ts'

const list = (...rows: string[][]): RecipientList => ({
	id: 'l',
	origin: 'pasted',
	header: null,
	columns: ['name', 'email', 'note'],
	rows,
})
const noneKnown: KnownAddresses = new Map()
const states = (rows: RecipientList, known = noneKnown) =>
	checkRecipients(recipientsOf([rows]), known).map(({ state }) => (state.kind === 'send' ? 'send' : state.reason))

it('a repeated address is sent once, in any letter case, and the later row says so', () => {
	const rows = list(
		['', 'salma@x.example', ''],
		['Bo', 'bo@x.example', ''],
		['Salma', 'SALMA@x.example', 'Owl workshop'],
	)
	expect(states(rows)).toEqual(['send', 'send', 'Twice in the list, also in row 1'])
	expect(checkRecipients(recipientsOf([rows]), noneKnown)[0]).toMatchObject({ name: 'Salma', note: 'Owl workshop' })
})

it('a broken address can be mended in place', () => {
	const rows = list(['Tomasz', 'tomasz@bakery', ''], ['Bo', 'bo@x.example', ''])
	expect(states(rows)[0]).toContain('has no ending')
	expect(states(changeAddress(rows, 0, 'tomasz@bakery.example'))).toEqual(['send', 'send'])
})

it('a removed row leaves the others in their place', () => {
	const rows = removeRow(list(['A', 'a@x.example'], ['B', 'b@x.example']), 0)
	expect(checkRecipients(recipientsOf([rows]), noneKnown)).toMatchObject([{ email: 'b@x.example', row: 1, number: 1 }])
})

it('an address that was asked before is left out, with its reason', () => {
	const known: KnownAddresses = new Map([
		['greta@x.example', { kind: 'left', cause: 'asked', reason: 'Asked before, on 3 November' }],
	])
	const rows = list(['Greta', 'Greta@x.example', ''], ['Bo', 'bo@x.example', ''])
	expect(states(rows, known)).toEqual(['Asked before, on 3 November', 'send'])
})

it('at most ten thousand are sent in one go', () => {
	const many = list(...Array.from({ length: 10_001 }, (_, at) => ['', `p${at}@x.example`, '']))
	expect(countStates(checkRecipients(recipientsOf([many]), noneKnown))).toEqual({ send: 10_000, bad: 0, left: 1 })
})
