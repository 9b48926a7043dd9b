import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { type Server, type ServerAddress, startServer } from '#test/support/server-process.ts'

/** Names the socket to the workers, which inherit the environment of the process that started them. */
const variable = 'PLAUDIT_SHARED_SERVERS'

/**
 * Global setup of Playwright: starts a server when a worker first requests its settings, and keeps it for all workers
 * until the end of the run.
 */
export default async function shareServers(): Promise<() => Promise<void>> {
	// Only this user can enter the folder, and so request servers.
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-shared-'))
	const servers = new Map<string, Promise<Server>>()
	const started: Promise<Server>[] = []
	const start = (settings: Record<string, string>, key: string) => {
		const server = startServer(settings)
		servers.set(key, server)
		started.push(server)
		const forget = () => servers.delete(key)
		// A crash fails the journeys that run, and none of the later ones.
		server.then(({ ended }) => ended()).then(forget, forget)
		return server
	}
	const find = (settings: Record<string, string>) => {
		const key = JSON.stringify(Object.entries(settings).sort())
		return servers.get(key) ?? start(settings, key)
	}
	const registry = createServer(async (incoming, response) => {
		try {
			const { url, dataDir } = await find((await json(incoming)) as Record<string, string>)
			response.end(JSON.stringify({ url, dataDir } satisfies ServerAddress))
		} catch (error) {
			response.writeHead(500).end((error as Error).message)
		}
	})
	const socket = join(folder, 'socket')
	await new Promise<void>((resolve) => registry.listen(socket, resolve))
	process.env[variable] = socket
	return async () => {
		registry.close()
		registry.closeAllConnections()
		await Promise.allSettled(started.map(async (server) => (await server).stop()))
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * Requests the server of this run with these settings.
 * @throws Error with the output of a server that did not start
 */
export async function sharedServer(settings: Record<string, string>): Promise<ServerAddress> {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const options = { socketPath: process.env[variable], method: 'POST', agent: false }
		request(options, resolve).on('error', reject).end(JSON.stringify(settings))
	})
	if (response.statusCode !== 200) throw new Error(await text(response))
	return (await json(response)) as ServerAddress
}
