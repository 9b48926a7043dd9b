import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from '#e2e/support/fixtures.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'
import { runConcurrently } from './hostile-space.ts'
import { expectHarmless, openInFrames, openWatchedPage } from './xss-detector.ts'
import { payloads } from './xss-payloads.ts'

/** Unusual but valid addresses (RFC 5322 atoms): each appears in the text of a mail. */
const addresses = [
	"'-alert(1)-'@words.test",
	'`{{constructor.constructor}}`@words.test',
	`\${__pwned(3)}@words.test`,
	'&lt=script&gt@words.test',
	'%3cscript%3e@words.test',
]

/** The mail to a visitor after a submission to a space of this name. */
type Sent = { name: string; mail: Email }

/**
 * Waits until the mails are in the folder.
 * @returns them by address
 */
async function mailsIn(server: ServerAddress, to: readonly string[]): Promise<Map<string, Email>> {
	const folder = join(server.dataDir, 'outbox')
	const found = new Map<string, Email>()
	const seen = new Set<string>()
	const read = async () => {
		for (const file of await readdir(folder).catch(() => [])) {
			if (seen.has(file) || !file.endsWith('.eml')) continue
			const mail = await PostalMime.parse(await readFile(join(folder, file)))
			const address = mail.to?.[0]?.address ?? ''
			if (to.includes(address)) found.set(address, mail)
			seen.add(file)
		}
		return found.size
	}
	await expect.poll(read, { timeout: 120_000 }).toBe(to.length)
	return found
}

/** Names a space after each payload, and submits a testimonial that sends a mail. */
async function nameSpaces(url: string, owner: TestSpace): Promise<Map<string, string>> {
	const names = new Map<string, string>()
	await runConcurrently(payloads.length, async (at) => {
		const name = payloads[at] ?? ''
		const slug = `${owner.slug}-m${at}`
		const { data, error } = await owner.client.rpc('create_space', { name, slug })
		if (error) return
		const form = await owner.client.from('forms').select('consent_text').eq('id', data.form_id).single().throwOnError()
		const email = `visitor-${at}@words.test`
		const place = { ...owner, slug, wording: form.data.consent_text }
		await submitTestimonial(url, place, { author: { name: 'Ines', email } })
		names.set(email, name)
	})
	return names
}

let sent: Sent[]

test.beforeAll(async ({ server, space }) => {
	const names = await nameSpaces(server.url, space)
	const mails = await mailsIn(server, [...names.keys()])
	sent = [...mails].map(([to, mail]) => ({ name: names.get(to) ?? '', mail }))
})

test('a hostile name becomes neither a header nor markup of a mail, and appears without links', () => {
	expect(sent.length).toBeGreaterThan(100)
	const usual = sent[0]?.mail.headers.map(({ key }) => key)
	for (const { name, mail } of sent) {
		expect(mail.headers.map(({ key }) => key)).toEqual(usual)
		expect(mail.attachments).toEqual([])
		expect(mail.subject).toBe(`Your words have arrived at ${plainName(name)}`)
	}
})

for (const bypassCSP of [false, true])
	test(`nothing runs in a mail that a browser opens${bypassCSP ? ', without a policy to help' : ''}`, async ({
		browser,
		server,
	}) => {
		const armed = await openWatchedPage(browser, bypassCSP)
		await armed.page.route('**/mail/*', (route) => {
			const { mail } = sent[Number(route.request().url().split('/').pop())] ?? {}
			return route.fulfill({ contentType: 'text/html; charset=utf-8', body: mail?.html ?? '' })
		})
		await openInFrames(
			armed,
			server.url,
			sent.map((_, at) => `/mail/${at}`),
		)
		const text = await expectHarmless(armed, 'mails')
		expect.soft(sent.filter(({ name }) => !text.includes(plainName(name)))).toEqual([])
		await armed.context.close()
	})

test('an unusual address and a browser with a hostile name run nothing in a mail about signing in', async ({
	browser,
	server,
	space,
}) => {
	const { anonKey } = await (await fetch(`${server.url}/config.json`)).json()
	const ask = (path: string, body: object, agent: string) =>
		fetch(`${server.url}/auth/v1/${path}`, {
			method: 'POST',
			headers: { apikey: anonKey, 'content-type': 'application/json', 'user-agent': agent },
			body: JSON.stringify(body),
		})
	const printable = payloads.filter((payload) => /^[ -~]+$/.test(payload))
	const agents = printable.slice(0, addresses.length + 1)
	const taken: string[] = []
	for (const [at, email] of addresses.entries()) {
		const agent = `Mozilla/5.0 (X11; Linux) Chrome/1 ${agents[at]}`
		const { status } = await ask('otp', { email, create_user: true }, agent)
		expect([200, 400, 422], email).toContain(status)
		if (status === 200) taken.push(email)
	}
	expect(taken.length).toBeGreaterThan(2)
	const agent = `Mozilla/5.0 (X11; Linux) Chrome/1 ${agents.at(-1)}`
	expect((await ask('recover', { email: space.email }, agent)).status).toBe(200)
	const mails = await mailsIn(server, [...taken, space.email])
	const armed = await openWatchedPage(browser, true)
	for (const [address, { html = '', text = '' }] of mails) {
		await armed.page.setContent(html)
		const shown = await expectHarmless(armed, address)
		expect(shown).toContain('plaudit')
		expect(text).not.toContain('<')
	}
	await armed.context.close()
})
