import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWriteBackpressure } from './write-backpressure.ts'

const MiB = 1024 * 1024
const answer = Buffer.alloc(32 * MiB)
const readers = createWriteBackpressure(80 * MiB)
const accepted: Socket[] = []
const server = createServer((socket) => {
	readers.track(socket)
	socket.on('error', () => {})
	socket.write(answer)
	accepted.push(socket)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
	readers.stop()
	for (const socket of accepted) socket.destroy()
	server.close()
})

/** Receives an answer and reads nothing of it. */
async function arrive(): Promise<Socket> {
	const isAccepted = new Promise((resolve) => server.once('connection', resolve))
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
	socket.on('error', () => {})
	socket.pause()
	await isAccepted
	return socket
}

async function readAll(socket: Socket): Promise<number> {
	let size = 0
	return new Promise((resolve) => {
		socket.on('data', (chunk) => {
			size += chunk.length
			if (size === answer.length) resolve(size)
		})
		socket.once('close', () => resolve(size))
		socket.resume()
	})
}

it('connections that do not read are cut beyond the bound, the oldest first and as few as possible', async () => {
	const early = [await arrive(), await arrive(), await arrive(), await arrive()]
	readers.closeSlowest()
	const late = [await arrive(), await arrive()]
	readers.closeSlowest()
	readers.closeSlowest()
	const isCut = accepted.map(({ destroyed }) => destroyed)
	// Two of the first four already exceed the bound.
	expect(isCut).toEqual([true, true, true, true, false, false])
	expect(await Promise.all(late.map(readAll))).toEqual([answer.length, answer.length])
	for (const socket of early) socket.destroy()
})
