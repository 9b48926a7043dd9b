import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIPv6 } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { callWebhook, openAgent } from './call-webhook.ts'

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
beforeAll(async () => {
	receiver = await openWebhookReceiver()
})
afterAll(() => receiver.close())

const { lookup } = dns
afterEach(() => setLookup(lookup))

function setLookup(to: typeof lookup) {
	dns.lookup = to
	syncBuiltinESMExports()
}

/** A resolver whose answer to any name is another one each time. @returns the names that it was asked for */
function answerInTurn(answers: string[][]): string[] {
	const asked: string[] = []
	const answer = (name: string, _: unknown, callback: (error: null, found: dns.LookupAddress[]) => void) => {
		asked.push(name)
		callback(
			null,
			(answers.shift() ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
		)
	}
	setLookup(answer as unknown as typeof lookup)
	return asked
}

async function call(allowPrivate: boolean) {
	const url = receiver.url.replace('127.0.0.1', 'shop.example')
	const agent = openAgent(url, 1)
	const answer = callWebhook({ url, body: '{}', headers: {}, allowPrivate, agent, site: 'https://praise.example' })
	return answer.finally(() => agent.destroy())
}

it('a name is resolved once for a call, and the address that was checked is connected to', async () => {
	const asked = answerInTurn([['127.0.0.1'], ['127.0.0.2']])
	expect(await call(true)).toMatchObject({ isDelivered: true, status: 204 })
	expect(asked).toEqual(['shop.example'])
})

it('a name that leads to a private address now is not called, also with a public address beside it', async () => {
	receiver.calls.splice(0)
	const answers = [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]
	const count = answers.length
	const asked = answerInTurn(answers)
	for (let number = 0; number < count; number++)
		expect(await call(false)).toMatchObject({ status: null, answer: 'It leads to a private network.' })
	expect(asked).toHaveLength(count)
	expect(receiver.calls).toEqual([])
})
