import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/support/http/free-port.ts'
import { makeCertificates } from '#test/support/postgres/certificates.ts'

const file = fileURLToPath(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url))

export type HaProxy = {
	url: string
	/**
	 * Sends a command to its socket of administration.
	 * @returns the answer
	 */
	command(line: string): Promise<string>
	stop(): Promise<void>
}

/**
 * Starts Debian's HAProxy with the shipped configuration in front of two nodes. This process trusts its certificate.
 * @param nodes URLs of the nodes
 * @param environment further variables of the configuration
 */
export async function startHaProxy(
	nodes: [string, string],
	environment: Record<string, string> = {},
): Promise<HaProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-haproxy-'))
	const certificates = makeCertificates()
	await writeFile(join(folder, 'plaudit.pem'), certificates.certificate + certificates.key)
	setDefaultCACertificates([await readFile(certificates.authority, 'utf8')])
	const [port, postgres] = [await freePort(), await freePort()]
	const socket = join(folder, 'socket')
	const [node1, node2] = nodes.map((url) => `127.0.0.1:${new URL(url).port}`)
	const env = {
		PLAUDIT_BALANCER: `127.0.0.1:${port}`,
		PLAUDIT_BALANCER_SOCKET: socket,
		PLAUDIT_CERTIFICATE: join(folder, 'plaudit.pem'),
		PLAUDIT_NODE1: node1,
		PLAUDIT_NODE2: node2,
		PLAUDIT_POSTGRES: `127.0.0.1:${postgres}`,
		...environment,
	}
	execFileSync('/usr/sbin/haproxy', ['-c', '-f', file], { env, stdio: 'pipe' })
	const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { env, stdio: 'ignore' })
	return {
		url: `https://localhost:${port}`,
		command(line) {
			const connection = connect(socket)
			connection.end(`${line}\n`)
			return text(connection)
		},
		async stop() {
			child.kill('SIGTERM')
			await new Promise((resolve) => child.once('exit', resolve))
			certificates.remove()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
