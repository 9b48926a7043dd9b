import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { certificateHealth, collectCertificate } from './certificate-health.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-certificate-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A server whose certificate of its own ends in so many days. */
async function openServer(days: number) {
	const subject = ['-subj', '/O=Fernhill Authority/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
	const files = ['-keyout', 'server.key', '-out', 'server.crt']
	const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...files]
	execFileSync('openssl', [...request, ...subject, '-days', String(days)], { cwd: folder, stdio: 'ignore' })
	const [key, cert] = await Promise.all(['server.key', 'server.crt'].map((name) => readFile(join(folder, name))))
	const server = createServer({ key, cert }).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	return { url: `https://localhost:${(server.address() as AddressInfo).port}`, end: () => server.close() }
}

/** Judges the certificate of such a server. */
async function healthAfter(days: number) {
	const { url, end } = await openServer(days)
	return certificateHealth(url).finally(end)
}

async function openCertificate(days: number) {
	const { url, end } = await openServer(days)
	const metrics = createMetrics()
	collectCertificate(metrics, url)
	return { metrics, end }
}

it('a certificate is judged by the days that are left, and one that this machine does not trust is no fault', async () => {
	const long = await healthAfter(61)
	expect(long?.state).toBe('unknown')
	expect(long?.detail).toMatch(/^6[01] days left, .* does not trust it: .*SELF_SIGNED/)
	expect(long?.shareable).toMatch(/^6[01] days left, until \d{4}-\d\d-\d\d\.$/)
	const soon = await healthAfter(10)
	expect(soon?.state).toBe('warns')
	expect(soon?.detail).toMatch(/^Only (9|10) days left, until .*, issued by Fernhill Authority\.$/)
	expect(soon?.shareable).not.toContain('Fernhill')
})

it('an address that does not answer, or answers something else, is no fault of the certificate', async () => {
	const away = await certificateHealth(`https://localhost:${await freePort()}`)
	expect(away).toMatchObject({ state: 'unknown', shareable: 'It could not be looked at.' })
	const plain = createTcpServer((socket) => socket.on('error', () => {}).end('220 hello\r\n')).listen(0, '127.0.0.1')
	await new Promise((resolve) => plain.once('listening', resolve))
	const other = await certificateHealth(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`)
	expect(other?.state).toBe('unknown')
	plain.close()
})

it('without https there is no certificate to judge', async () => {
	expect(await certificateHealth('http://localhost:3000')).toBe(undefined)
})

it('/metrics shows the time that a certificate has left, and nothing of one that cannot be read', async () => {
	const { metrics, end } = await openCertificate(10)
	expect(await metrics.render()).toMatch(/^plaudit_certificate_left_seconds 86\d{4}$/m)
	end()
	// Within the hour, no further connection is made.
	expect(await metrics.render()).toMatch(/^plaudit_certificate_left_seconds 86\d{4}$/m)
	const away = createMetrics()
	collectCertificate(away, `https://localhost:${await freePort()}`)
	collectCertificate(away, 'http://localhost:3000')
	expect(await away.render()).not.toContain('plaudit_certificate_left_seconds')
})
