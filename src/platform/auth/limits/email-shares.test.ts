import { expect, it } from 'vitest'
import { hourlyEmails } from './email-shares.ts'

it.each([
	[undefined, 0, { newcomer: 16, account: 23, known: 30 }, 10, 20],
	[undefined, 12_000, { newcomer: 600, account: 900, known: 1200 }, 400, 800],
	[2, 12_000, { newcomer: 2, account: 2, known: 2 }, 2, 2],
	[1000, 0, { newcomer: 500, account: 750, known: 1000 }, 333, 666],
	[0, 0, { newcomer: 0, account: 0, known: 0 }, 0, 0],
])(
	'of MAILS_PER_HOUR %s with %i accounts each recipient and network has a share',
	(perHour, accounts, levels, network, site) => {
		const { shares, ...budgets } = hourlyEmails(perHour, accounts)
		const bursts = Object.fromEntries(Object.entries(shares).map(([share, { burst }]) => [share, burst]))
		expect(bursts).toEqual(levels)
		expect([budgets.network.burst, budgets.site.burst]).toEqual([network, site])
		// One counter has one rate for all requests that take from it.
		expect(new Set(Object.values(shares).map(({ period }) => period)).size).toBe(1)
	},
)
