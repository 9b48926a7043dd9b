import { expect, it } from 'vitest'
import { addressFault, normalizeAddress } from './check-address.ts'

it.each([
	'ada@skerry.example',
	'p.raghunathan-oyelaran+shop@museum-of-estuary-life.example',
	"o'neil@x.co.uk",
	'A@X.EXAMPLE',
	'a@xn--bcher-kva.example',
	'a@bücher.example',
])('mail can go to %s', (address) => {
	expect(addressFault(address)).toBeNull()
})

it.each([
	['', 'No e-mail address'],
	['tomasz', 'the @ is missing'],
	['tomasz@bakery', 'the part after @ has no ending'],
	['tomasz@@bakery.example', 'it has more than one @'],
	['@bakery.example', 'nothing stands before the @'],
	['tomasz@', 'nothing stands after the @'],
	['tom asz@bakery.example', 'it has a space in it'],
	['.tomasz@bakery.example', 'a dot before the @ is out of place'],
	['tomasz@bakery..example', 'a dot after the @ is out of place'],
	['tomasz@bakery.example.', 'a dot after the @ is out of place'],
	['tomasz@bakery,example.org', '“,” cannot stand in it'],
	['tomasz@-bakery.example', 'the part after @ is not a domain'],
	['tomasz@127.0.0.1', 'the part after @ has no valid ending'],
	[`${'t'.repeat(65)}@bakery.example`, 'it is too long'],
])('the fault of %j is that %s', (address, fault) => {
	expect(addressFault(address)).toContain(fault)
})

it('two spellings of one address are equal', () => {
	expect(normalizeAddress('Salma@Bücher.Example')).toBe('salma@xn--bcher-kva.example')
})
