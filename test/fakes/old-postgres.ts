import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Starts a server that speaks PostgreSQL's protocol and answers every statement with its version. */
export async function startOldPostgres(version: number): Promise<{ port: number; close(): void }> {
	const server = createServer((socket) => {
		socket.on('error', () => {})
		let isStarted = false
		socket.on('data', (chunk) => {
			if (!isStarted) socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]))
			else if (chunk[0] === 0x51) socket.write(answer(String(version)))
			isStarted = true
		})
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** One row with the column `version`. */
function answer(version: string): Buffer {
	const typeOfIntegers = 23
	const column = [Buffer.from('version\0'), int32(0), int16(0), int32(typeOfIntegers), int16(-1), int32(-1), int16(0)]
	return Buffer.concat([
		message('T', int16(1), ...column),
		message('D', int16(1), int32(version.length), Buffer.from(version)),
		message('C', Buffer.from('SELECT 1\0')),
		message('Z', Buffer.from('I')),
	])
}

function message(type: string, ...parts: Buffer[]): Buffer {
	const body = Buffer.concat(parts)
	return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
	const bytes = Buffer.alloc(4)
	bytes.writeInt32BE(value)
	return bytes
}

function int16(value: number): Buffer {
	const bytes = Buffer.alloc(2)
	bytes.writeInt16BE(value)
	return bytes
}
