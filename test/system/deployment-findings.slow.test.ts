import { readFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '#test/support/http/free-port.ts'
import { type Nginx, startNginx } from '#test/support/http/nginx.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let server: Server | undefined
let proxy: Nginx | undefined
afterEach(async () => {
	await proxy?.stop()
	await server?.stop()
	proxy = undefined
	server = undefined
})

/** The server and nginx blocks of docs/self-hosting.md, for a server at an address. */
async function documentedProxy(origin: string): Promise<Nginx> {
	const document = await readFile(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
	const [, block = ''] = /```nginx\n(map [^`]*)```/.exec(document) ?? []
	const [, map = '', inner = ''] = /^(map .*?\n\})\nserver \{\n(.*)\n\}\n$/s.exec(block) ?? []
	const directives = inner
		.replace(/^\tlisten .*\n\tserver_name .*\n/, '')
		.replace('http://127.0.0.1:3000', origin.replace('localhost', '127.0.0.1'))
	return startNginx(directives, map)
}

async function visit(url: string, times: number): Promise<void> {
	for (let at = 0; at < times; at++) await (await fetch(`${url}/auth`)).text()
}

/** Prints the output of a command, also when it ends with 1. */
const run = (command: string, settings: Record<string, string>) =>
	plaudit(server as Server, [command], settings).catch(({ message }: Error) => message)
const linesOf = (code: string) => server?.output().split(`"finding":"${code}"`).slice(1).length

it('behind nginx as the documents set it up, nothing is found', async () => {
	const port = `${await freePort()}`
	proxy = await documentedProxy(`http://127.0.0.1:${port}`)
	const settings = { PORT: port, SITE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' }
	server = await startServer(settings)
	await visit(proxy.url, 80)
	const doctor = await run('doctor', settings)
	expect(doctor).toMatch(/^ok +address +SITE_URL leads here, also with bodies of 2 MB and websockets$/m)
	expect(doctor).toMatch(/^ok +deployment +nothing is found$/m)
	expect(await run('status', settings)).toContain('Everything works.')
	expect(server.output()).not.toContain('"finding"')
})

it('behind nginx without the settings of the documents, the log, the status and the doctor name each fault once', async () => {
	const port = `${await freePort()}`
	const sending = 'proxy_set_header X-Forwarded-For $remote_addr;'
	proxy = await startNginx(`location / { proxy_pass http://127.0.0.1:${port}; ${sending} }`)
	const settings = { PORT: port, SITE_URL: 'https://praise.example.com' }
	server = await startServer(settings)
	await visit(proxy.url, 400)
	for (const code of ['proxy_not_trusted', 'host_differs', 'no_backups']) expect(linesOf(code), code).toBe(1)
	const status = await run('status', settings)
	expect(status).toMatch(/^.*! {2}Proxy: Requests come through a proxy that TRUSTED_PROXIES does not name/m)
	expect(status).toMatch(/^Address +LOOK: Requests name another host than SITE_URL\./m)
	expect(await run('doctor', settings)).toMatch(/^LOOK +deployment +Requests come through a proxy/m)
})

it('the doctor finds the body limit of nginx and its lack of websockets through SITE_URL', async () => {
	const port = `${await freePort()}`
	proxy = await startNginx(`location / { proxy_pass http://127.0.0.1:${port}; }`)
	const settings = { PORT: port, SITE_URL: proxy.url }
	server = await startServer(settings)
	const doctor = await run('doctor', settings)
	expect(doctor).toMatch(/WRONG +address +Something in front of this server refuses bodies of 2 MB/)
	expect(doctor).toContain('(websockets_dropped)')
	await server.end()
	expect(await run('doctor', settings)).toMatch(/^ok +address +not asked: no server answers on this machine$/m)
})

it('behind nginx as the documents set it up, a body that is too large is always answered 413, never 502', async () => {
	const port = `${await freePort()}`
	proxy = await documentedProxy(`http://127.0.0.1:${port}`)
	server = await startServer({ PORT: port, SITE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' })
	const body = Buffer.alloc(2 * 1024 * 1024, 'a')
	const headers = { 'content-type': 'application/json' }
	const statuses = new Map<number, number>()
	for (const path of ['submit', 'events'])
		for (let at = 0; at < 30; at++) {
			const { status } = await fetch(`${proxy.url}/functions/v1/${path}`, { method: 'POST', headers, body })
			statuses.set(status, (statuses.get(status) ?? 0) + 1)
		}
	expect([...statuses]).toEqual([[413, 60]])
})
