import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'

type Identity = { name: string; bearer: string; sees: string[] }
type Answer = { status: number; body: string }

/** Sends requests on one socket without waiting, and reads the answers in their order. */
function pipeline(url: URL, requests: string[]): Promise<Answer[]> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(url.port), url.hostname)
		let received = Buffer.alloc(0)
		const answers: Answer[] = []
		socket.on('error', reject)
		socket.on('data', (chunk) => {
			received = Buffer.concat([received, chunk])
			for (let read = readAnswer(received); read; read = readAnswer(received)) {
				answers.push(read.answer)
				received = received.subarray(read.length)
			}
			if (answers.length < requests.length) return
			socket.destroy()
			resolve(answers)
		})
		socket.write(requests.join(''))
	})
}

function readAnswer(bytes: Buffer): { answer: Answer; length: number } | undefined {
	const end = bytes.indexOf('\r\n\r\n')
	if (end < 0) return undefined
	const head = bytes.subarray(0, end).toString('latin1')
	const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
	if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
	if (bytes.length < end + 4 + length) return undefined
	const body = bytes.subarray(end + 4, end + 4 + length).toString()
	return { answer: { status: Number(head.split(' ')[1]), body }, length: end + 4 + length }
}

describe('a thousand calls on shared sockets', () => {
	let app: TestApp
	let url: URL
	const identities: Identity[] = []
	beforeAll(async () => {
		app = await createTestApp()
		url = new URL(await app.listen())
		const spaces: string[] = []
		for (const name of ['ada', 'bob']) {
			const person = await app.person(name)
			const { data } = await person.client
				.rpc('create_space', { name: `Space of ${name}`, slug: `space-of-${name}` })
				.throwOnError()
			spaces.push(data.space_id)
			identities.push({ name, bearer: person.token, sees: [data.space_id] })
		}
		identities.push({ name: 'service', bearer: app.deps.keys.serviceRoleKey, sees: spaces })
		identities.push({ name: 'anon', bearer: app.deps.keys.anonKey, sees: [] })
	})
	afterAll(() => app.close())

	it('answers each under its own identity, with failures in between', async () => {
		const plan = Array.from({ length: 10 }, (_, socket) =>
			Array.from({ length: 100 }, (_, i) => ({
				identity: identities[(i * 7 + socket) % identities.length] as Identity,
				fails: (i + socket) % 9 === 0,
			})),
		)
		const request = ({ identity, fails }: { identity: Identity; fails: boolean }) =>
			`GET /rest/v1/${fails ? 'spaces?select=nothing_like_it' : 'spaces?select=id'} HTTP/1.1\r\nhost: x\r\napikey: ${app.deps.keys.anonKey}\r\nauthorization: Bearer ${identity.bearer}\r\n\r\n`
		const answers = await Promise.all(plan.map((calls) => pipeline(url, calls.map(request))))
		for (const [socket, calls] of plan.entries()) {
			for (const [i, { identity, fails }] of calls.entries()) {
				const { status, body } = answers[socket]?.[i] ?? { status: 0, body: '' }
				if (fails) expect(status, body).toBe(400)
				else if (identity.name === 'anon') expect(status, body).toBe(401)
				else {
					const ids = (JSON.parse(body) as { id: string }[]).map(({ id }) => id)
					expect(ids.toSorted(), identity.name).toEqual(identity.sees.toSorted())
				}
			}
		}
	})
})
