import { expect, it } from 'vitest'
import type { MailContent } from './mail-content.ts'
import { MailRefused } from './mail-message.ts'
import { createMailQueue, type MailResult, type MailSource } from './mail-queue.ts'

type Mail = { id: string; attempts: number }
const content: MailContent = { language: 'en', direction: 'ltr', subject: '', preview: '', heading: '', blocks: [] }

/** A queue of mails by their ids; each claim takes two. @param deliver ends as the mail server does */
function open(ids: string[], deliver: (id: string) => Promise<void>, more: Partial<MailSource<Mail>> = {}) {
	const waiting = ids.map((id) => ({ id, attempts: 1 }))
	const records: [id: string, result: MailResult, reason: string | null, pause: number][] = []
	const queue = createMailQueue<Mail>(
		{ deliver: (_, { id = '' }) => deliver(id) },
		{
			claim: async () => waiting.splice(0, 2),
			compose: async ({ id }) => (id === 'empty' ? undefined : { content, envelope: { id, to: 'a@b.example' } }),
			record: async ({ id }, result, reason, pause) => void records.push([id, result, reason, pause]),
			isLast: ({ id }) => id === 'old',
			retrySeconds: () => 60,
			explain: (_, error) => (error as Error).message,
			pausesInOutage: false,
			...more,
		},
	)
	return { queue, records, waiting }
}

it('each mail is recorded with its end, and the reason as text that PostgreSQL stores', async () => {
	const { queue, records } = open(['good', 'empty', 'refused', 'old', 'late'], async (id) => {
		if (id === 'refused') throw new MailRefused('550 no')
		if (id !== 'good') throw new Error('a\0way')
	})
	await queue.sendDue()
	expect(new Map(records.map(([id, ...end]) => [id, end]))).toEqual(
		new Map<string, unknown[]>([
			['good', ['sent', null, 0]],
			['empty', ['empty', null, 0]],
			['refused', ['refused', 'the mail server refused the mail: 550 no', 60]],
			['old', ['given_up', 'away', 60]],
			['late', ['later', 'away', 60]],
		]),
	)
})

it.each([
	[true, 2],
	[false, 4],
])('with pausesInOutage %s, an outage uses up attempts of %i out of four mails', async (pausesInOutage, count) => {
	const { queue, records } = open(['1', '2', '3', '4'], () => Promise.reject(new Error('away')), { pausesInOutage })
	await queue.sendDue()
	await queue.sendDue()
	expect(records).toHaveLength(count)
})

it('a mail that was taken while the server stops is given back', async () => {
	const { queue, records, waiting } = open(['1', '2', '3'], async () => {}, {
		claim: async () => {
			queue.close()
			return waiting.splice(0, 2)
		},
	})
	await queue.sendDue()
	expect(records).toEqual([
		['1', 'later', 'the server was stopped', 0],
		['2', 'later', 'the server was stopped', 0],
	])
	expect(waiting).toHaveLength(1)
})
