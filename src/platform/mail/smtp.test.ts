import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { createLog } from '#platform/log.ts'
import { requirePaths } from '#server/require-paths.ts'
import { readConfig } from '#server/settings.ts'
import { createMailService } from './mail-service.ts'
import { explainSmtpError, openSmtpTransport } from './smtp.ts'

let folder: string
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes a certificate for a host, signed by the authority `ca`. */
async function sign(name: string, san: string): Promise<void> {
	await writeFile(at(`${name}.ext`), `subjectAltName=${san}`)
	openssl('req', ...ec, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
	const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', `${name}.ext`]
	openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.crt`)
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-smtp-'))
	for (const name of ['ca', 'other'])
		openssl(
			'req',
			'-x509',
			...ec,
			'-keyout',
			`${name}.key`,
			'-out',
			`${name}.crt`,
			'-subj',
			`/CN=${name}`,
			'-days',
			'30',
		)
	await sign('mail', 'IP:127.0.0.1,DNS:localhost')
	await sign('elsewhere', 'DNS:elsewhere.example')
	await writeFile(at('chain.pem'), `# ours\n${await readFile(at('other.crt'))}\n${await readFile(at('ca.crt'))}`)
	await writeFile(at('key-only.pem'), await readFile(at('ca.key')))
	await writeFile(at('cut.pem'), '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')
	await writeFile(at('empty.pem'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const servers: SMTPServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(done)))))

type Received = { port: number; secure: boolean[]; identities: unknown[][] }

/** Starts a mail server that accepts one user, or everybody, and remembers each mail's connection. */
async function startServer(options: SMTPServerOptions): Promise<Received> {
	const received: Received = { port: 0, secure: [], identities: [] }
	const server = new SMTPServer({
		authOptional: true,
		allowInsecureAuth: true,
		onAuth({ username, password }, _, done) {
			received.identities.push([username, password])
			done(null, { user: username })
		},
		onData(stream, session, done) {
			received.secure.push(session.secure)
			stream.resume().on('end', done)
		},
		...options,
	})
	server.on('error', () => {})
	servers.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	received.port = (server.server.address() as AddressInfo).port
	return received
}

const certificate = async (name: string) => ({
	key: await readFile(at(`${name}.key`)),
	cert: await readFile(at(`${name}.crt`)),
})

/** Sends a mail and verifies as the doctor does. @returns undefined, or what the operator reads */
async function sendAndVerify(settings: Record<string, string>): Promise<string | undefined> {
	const { config } = readConfig(settings)
	await requirePaths(config)
	const content = { language: 'en', direction: 'ltr', subject: 'x', preview: 'x', heading: 'x', blocks: [] } as const
	const service = createMailService(config, createLog('silent'))
	const sent = await service.deliver({ ...content, blocks: [] }, { to: 'isla@skerry.example' }).then(
		() => undefined,
		(error) => explainSmtpError(error),
	)
	if (!config.SMTP_URL) throw new Error('there is no mail server')
	const transport = await openSmtpTransport(config.SMTP_URL, config.SMTP_CA_FILE)
	const verified = await transport.verify().then(
		() => undefined,
		(error) => explainSmtpError(error),
	)
	expect(verified === undefined).toBe(sent === undefined)
	return verified
}

it.each([
	['p%40s%3As', 'p@s:s'],
	['p@s:s/1#2?3+4', 'p@s:s/1#2?3+4'],
	['Schlüssel', 'Schlüssel'],
	['Schl%C3%BCssel%20%25', 'Schlüssel %'],
])('the mail server gets the password %j as %j, from mails and from the doctor', async (written, password) => {
	const received = await startServer({ disabledCommands: ['STARTTLS'] })
	const SMTP_URL = `smtp://me%40skerry.example:${written}@127.0.0.1:${received.port}`
	expect(await sendAndVerify({ SMTP_URL })).toBeUndefined()
	expect(received.identities).toEqual(Array(2).fill(['me@skerry.example', password]))
})

it.each([
	['smtps', true],
	['smtp', false],
])('%s reaches a server with a certificate of a private authority by SMTP_CA_FILE', async (scheme, secure) => {
	const received = await startServer({ ...(await certificate('mail')), secure })
	const SMTP_URL = `${scheme}://127.0.0.1:${received.port}`
	expect(await sendAndVerify({ SMTP_URL })).toMatch(/is not trusted .* Set SMTP_CA_FILE/)
	expect(await sendAndVerify({ SMTP_URL, SMTP_CA_FILE: at('other.crt') })).toMatch(/is not trusted/)
	expect(received.secure).toEqual([])
	for (const file of ['ca.crt', 'chain.pem'])
		expect(await sendAndVerify({ SMTP_URL, SMTP_CA_FILE: at(file) })).toBeUndefined()
	expect(received.secure).toEqual([true, true])
})

it.each([
	['smtps', true],
	['smtp', false],
])('%s refuses a certificate of another host, also of a trusted authority', async (scheme, secure) => {
	const received = await startServer({ ...(await certificate('elsewhere')), secure })
	const SMTP_URL = `${scheme}://ada:sesame@127.0.0.1:${received.port}`
	expect(await sendAndVerify({ SMTP_URL, SMTP_CA_FILE: at('ca.crt') })).toMatch(/altnames|not trusted/)
	expect([received.secure, received.identities]).toEqual([[], []])
})

it('with SMTP_CA_FILE, nothing is sent to a server that offers no TLS', async () => {
	const received = await startServer({ disabledCommands: ['STARTTLS'] })
	const SMTP_URL = `smtp://ada:sesame@127.0.0.1:${received.port}`
	expect(await sendAndVerify({ SMTP_URL, SMTP_CA_FILE: at('ca.crt') })).toBeDefined()
	expect([received.secure, received.identities]).toEqual([[], []])
})

it.each(['none.pem', 'key-only.pem', 'cut.pem', 'empty.pem', '.'])(
	'a start refuses %j as SMTP_CA_FILE',
	async (name) => {
		const { config } = readConfig({ SMTP_URL: 'smtps://mail.example.com', SMTP_CA_FILE: at(name) })
		const refused = await requirePaths(config).catch((error) => error)
		expect(refused).toBeInstanceOf(ConfigError)
		expect(refused.problems).toEqual([expect.stringMatching(/^SMTP_CA_FILE: .*(cannot be read|certificates in PEM)/)])
	},
)

it('a start refuses SMTP_CA_FILE without SMTP_URL', () => {
	expect(() => readConfig({ SMTP_CA_FILE: at('ca.crt') })).toThrow('SMTP_CA_FILE needs SMTP_URL')
})

it('a start names SMTP_URL for a password with a bare percent sign, and does not print it', () => {
	const read = () => readConfig({ SMTP_URL: 'smtp://ada:100%sesame@mail.example.com' })
	expect(read).toThrow(/^SMTP_URL: .*write % as %25/)
	expect(read).not.toThrow('sesame')
})

it('a refused password is told apart from a server that does not answer', async () => {
	const onAuth: SMTPServerOptions['onAuth'] = (_, __, done) =>
		done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
	const received = await startServer({ disabledCommands: ['STARTTLS'], onAuth })
	const SMTP_URL = `smtp://ada:sesame@127.0.0.1:${received.port}`
	expect(await sendAndVerify({ SMTP_URL })).toMatch(/refuses user or password .*Check SMTP_URL\.$/)
})
